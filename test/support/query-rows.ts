import type { WritableDb } from '../../main/store/database.ts'
import { sql } from '../../main/store/sql.ts'
import { wholeNumberOf } from '../../main/store/whole-numbers.ts'
import type { FieldValue, Row } from '../../shared/query/evaluate.ts'
import { type Level, THING_INFO, type Thing } from '../../shared/query/fields.ts'
import { lengthOf } from '../../shared/query/values.ts'
import type { Value } from '../../shared/trace/event.ts'
import { isOf, ownerField, predictionField, type Record } from './query-predictions.ts'

/** Every table of a store as plain arrays, and rows over them that know no index and no SQL. */
export class SlowStore {
  private readonly tables = new Map<string, Record[]>()
  private readonly db: WritableDb

  constructor(db: WritableDb) {
    this.db = db
  }

  private table(name: string): Record[] {
    const known = this.tables.get(name)
    if (known !== undefined) return known
    const read = this.db.all<Record>({ text: `SELECT * FROM ${name}`, parameters: [] })
    this.tables.set(name, read)
    return read
  }

  private value(key: number | null): Value | null {
    if (key === null) return null
    if (key < 0) return wholeNumberOf(key)
    const { text, size, type, digest } =
      this.table('value').find((one) => one.value_key === key) ?? {}
    return digest === null ? { text, size, type } : { text, size, type, digest }
  }

  rows(level: Level): { key: string; row: Row }[] {
    const all = {
      program: () => this.table('program').map((record) => ({ key: `${record.id}`, record })),
      trace: () => this.recorded().map((record) => ({ key: `${record.id}`, record })),
      step: () =>
        this.recorded().flatMap((trace) =>
          this.nodesOf(trace).map((record) => ({ key: `${trace.id} ${record.seq}`, record })),
        ),
      trajectory: () => this.visible().map((record) => ({ key: `${record.id}`, record })),
    }[level]()
    return all.map(({ key, record }) => ({ key, row: this.row(level, record) }))
  }

  private recorded(): Record[] {
    return this.table('trace').filter((trace) => trace.state === 'recorded')
  }

  private visible(): Record[] {
    return this.table('trajectory').filter((one) => one.staged_job_key === null)
  }

  private nodesOf(owner: Record): Record[] {
    return this.table('node').filter((node) => node.trace_key === owner.trace_key)
  }

  private row(thing: Thing, record: Record): Row {
    return {
      field: (name) => this.field(thing, record, name),
      one: (relation) => {
        const found = this.related(thing, record, relation)[0]
        const to = THING_INFO[thing].relations[relation]?.to
        return found === undefined || to === undefined ? null : this.row(to, found)
      },
      many: (relation) => {
        const to = THING_INFO[thing].relations[relation]?.to
        if (to === undefined) throw new Error(relation)
        return this.related(thing, record, relation).map((found) => this.row(to, found))
      },
    }
  }

  private activationOf(node: Record): Record {
    const found = this.table('activation').find(
      (one) => one.trace_key === node.trace_key && one.activation === node.activation,
    )
    if (found === undefined) throw new Error('no activation')
    return found
  }

  private history(binding: Record): Record[] {
    return this.table('binding')
      .filter(
        (one) =>
          one.trace_key === binding.trace_key &&
          one.frame === binding.frame &&
          one.slot === binding.slot,
      )
      .sort((a, b) => a.from_seq - b.from_seq)
  }

  private field(thing: Thing, record: Record, name: string): FieldValue {
    switch (thing) {
      case 'trace':
        return this.traceField(record, name)
      case 'step':
        return this.stepField(record, name)
      case 'variable':
        return this.variableField(record, name)
      case 'label':
        return name === 'label' ? record.class : record.step
      case 'trajectory':
        if (name === 'steps') return record.step_count
        if (name === 'labelled') return this.labelsOf(record).length > 0
        if (name === 'gold' || name === 'repeats') return record[name] === 1
        return ownerField(record, name, () => this.related(thing, record, 'predictions'))
      case 'prediction':
        return predictionField(record, name, this.table('run'))
      default:
        return record[name]
    }
  }

  private traceField(trace: Record, name: string): FieldValue {
    switch (name) {
      case 'stop':
        return trace.stop_reason
      case 'python':
        return trace.python_version
      case 'functions':
        return trace.functions === '' ? [] : trace.functions.split('\n')
      case 'result':
        return this.value(trace.result_value_key)
      case 'recorded':
        return trace.recorded_at
      case 'seconds':
        return trace.wall_ms / 1000
      case 'labelled':
        return this.related('trace', trace, 'labels').length > 0
      default:
        return ownerField(trace, name, () => this.related('trace', trace, 'predictions'))
    }
  }

  private seenPredictions(): Record[] {
    const done = this.table('run').filter((run) => run.state === 'done')
    return this.table('prediction').filter((one) => done.some((run) => run.run_key === one.run_key))
  }

  private stepField(node: Record, name: string): FieldValue {
    const activation = this.activationOf(node)
    const code = this.table('code').find((one) => one.code_key === activation.code_key)
    const fields: { [name: string]: FieldValue } = {
      event: ['call', 'line', 'return', 'exception'][node.kind] ?? '',
      function: code?.name,
      qualname: code?.qualname,
      file: code?.file,
      frame: activation.frame,
      thread: activation.thread,
      size: node.close_seq - node.seq + 1,
      value: this.value(node.arg_value_key),
      resumed: Math.floor(node.flags) % 2 === 1,
      yielded: Math.floor(node.flags / 2) % 2 === 1,
      unwound: Math.floor(node.flags / 4) % 2 === 1,
    }
    return Object.hasOwn(fields, name) ? (fields[name] ?? null) : node[name]
  }

  private variableField(binding: Record, name: string): FieldValue {
    const earlier = this.history(binding).filter((one) => one.from_seq < binding.from_seq)
    const value = this.value(binding.value_key)
    const old = this.value(earlier.at(-1)?.value_key ?? null)
    const fields: { [name: string]: FieldValue } = {
      name: this.table('name').find((one) => one.name_key === binding.name_key)?.text,
      value,
      text: value?.text ?? null,
      type: value?.type ?? null,
      size: value?.size ?? null,
      length: value === null ? null : lengthOf(value),
      since: binding.from_seq,
      old,
      old_type: old?.type ?? null,
      old_size: old?.size ?? null,
      old_length: old === null ? null : lengthOf(old),
    }
    return fields[name] ?? null
  }

  private labelsOf(trajectory: Record): Record[] {
    const acts = this.table('label_act').filter(
      (act) => act.trajectory_key === trajectory.trajectory_key && act.undone_at === null,
    )
    return acts.filter(
      (act) =>
        act.class !== null && !acts.some((later) => later.step === act.step && later.act > act.act),
    )
  }

  private related(thing: Thing, record: Record, relation: string): Record[] {
    const of = (table: string, key: string): Record[] =>
      this.table(table).filter((one) => one[key] === record[key])
    switch (`${thing}.${relation}`) {
      case 'program.traces':
        return of('trace', 'program_key').filter((trace) => trace.state === 'recorded')
      case 'trace.program':
        return of('program', 'program_key')
      case 'trace.steps':
        return this.nodesOf(record)
      case 'trace.changes':
        return of('binding', 'trace_key').filter((binding) => binding.value_key !== null)
      case 'trace.trajectories':
        return of('trajectory', 'trace_key').filter((one) => one.staged_job_key === null)
      case 'trace.labels':
        return this.related('trace', record, 'trajectories').flatMap((one) => this.labelsOf(one))
      case 'trace.predictions':
      case 'trajectory.predictions':
      case 'act.predictions':
      case 'step.predictions':
        return this.seenPredictions().filter((one) => isOf(one, thing, record))
      case 'prediction.step':
        return this.nodesOf(record).filter((node) => node.seq === record.target_seq)
      case 'prediction.trajectory':
        return of('trajectory', 'trajectory_key')
      case 'prediction.trace':
      case 'step.trace':
      case 'trajectory.trace':
        return of('trace', 'trace_key')
      case 'step.program':
      case 'trajectory.program':
        return of('trace', 'trace_key').flatMap((trace) => this.related('trace', trace, 'program'))
      case 'trajectory.acts':
        return of('step', 'trajectory_key')
      case 'trajectory.labels':
        return this.labelsOf(record)
      case 'act.step':
        return of('trajectory', 'trajectory_key')
          .flatMap((trajectory) => this.nodesOf(trajectory))
          .filter((node) => node.seq === record.target_seq)
      case 'label.trajectory':
        return of('trajectory', 'trajectory_key').filter((one) => one.staged_job_key === null)
      case 'variable.step':
        return this.nodesOf(record).filter((node) => node.seq === record.from_seq)
      default:
        return thing === 'step' ? this.aroundStep(record, relation) : []
    }
  }

  private aroundStep(node: Record, relation: string): Record[] {
    const nodes = this.nodesOf(node)
    const isUnder = (one: Record, other: Record): boolean =>
      one.seq > other.seq && one.seq <= other.close_seq
    switch (relation) {
      case 'parent':
        return nodes.filter((one) => one.seq === node.parent_seq)
      case 'children':
        return nodes.filter((one) => one.parent_seq === node.seq)
      case 'descendants':
        return nodes.filter((one) => isUnder(one, node))
      case 'ancestors':
        return nodes.filter((one) => isUnder(node, one))
      case 'before':
        return nodes.filter((one) => one.activation === node.activation && one.seq < node.seq)
      case 'after':
        return nodes.filter((one) => one.activation === node.activation && one.seq > node.seq)
      case 'vars':
        return this.latest(node)
      case 'changes':
        return this.latest(node).filter((binding) => binding.from_seq === node.seq)
      default:
        throw new Error(relation)
    }
  }

  private latest(node: Record): Record[] {
    const { frame } = this.activationOf(node)
    const bindings = this.table('binding').filter(
      (one) => one.trace_key === node.trace_key && one.frame === frame && one.from_seq <= node.seq,
    )
    return bindings.filter(
      (one) =>
        one.value_key !== null &&
        !bindings.some((later) => later.slot === one.slot && later.from_seq > one.from_seq),
    )
  }
}

const ALIASES = {
  program: 'SELECT p.id AS key FROM program AS p WHERE ',
  trace: "SELECT t.id AS key FROM trace AS t WHERE t.state = 'recorded' AND ",
  step: `SELECT host.id || ' ' || n.seq AS key FROM node AS n JOIN trace AS host USING (trace_key)
    WHERE host.state = 'recorded' AND `,
  trajectory: 'SELECT j.id AS key FROM trajectory AS j WHERE j.staged_job_key IS NULL AND ',
} as const

/** Keys of the rows of a level that a condition keeps, in no order. */
export function keptBy(db: WritableDb, level: Level, condition: ReturnType<typeof sql>): string[] {
  const head = { text: ALIASES[level], parameters: [] }
  return db.all<{ key: string }>(sql`${head}(${condition})`).map(({ key }) => key)
}
