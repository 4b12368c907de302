import { createCpythonTracer } from '../../main/tracer/cpython-tracer.ts'
import { resourcesDir } from './support.ts'

/** How the engine refuses where nothing contains a program. */
export const REFUSED = /^Nothing would contain a program here, .*; install bubblewrap, .*\.$/

/** The Python of this machine, if it is recent enough for the fixtures, and whether walls stand around it. */
export async function findCpython(): Promise<{ version: string; bubblewrap: boolean } | null> {
  const tracer = createCpythonTracer({ resourcesDir, python: null, consent: true })
  try {
    const { pythonVersion: version, sandbox } = await tracer.describe()
    // Fixtures use match and exception groups.
    if (Number(version.split('.')[1]) < 11) return null
    return { version, bubblewrap: sandbox.startsWith('bubblewrap') }
  } catch {
    return null
  } finally {
    await tracer.close()
  }
}
