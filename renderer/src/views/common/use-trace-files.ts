import { useMemo } from 'react'
import type { TraceDetail } from '../../../../shared/contract/traces.ts'
import { linesOfFiles, type SourceFile } from '../../../../shared/trace/source.ts'
import { useFileTexts } from '../../api/traces.ts'
import type { TraceFiles } from '../../draw/row-texts.ts'

export interface ShownFiles extends TraceFiles {
  /** Every file with its text, the program alone where it is its only one. */
  readonly files: readonly SourceFile[]
}

/** The files of a trace as the views show them. */
export function useTraceFiles(trace: TraceDetail | undefined): ShownFiles {
  const texts = useFileTexts(trace)
  const { source = '', program = '', files: paths = NO_PATHS } = trace ?? {}
  return useMemo(() => {
    const own = { path: program, source }
    const several = paths.map((path, index) => texts[index] ?? { path, source: '' })
    return {
      files: several.length === 0 ? [own] : several,
      lines: linesOfFiles(source, several),
      paths,
    }
  }, [source, program, paths, texts])
}

const NO_PATHS: readonly string[] = []
