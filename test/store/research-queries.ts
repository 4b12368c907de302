import type { Level } from '../../shared/query/fields.ts'

export interface ResearchQuery {
  readonly ask: string
  readonly level: Level
  readonly where: string
  /** Programs; of steps the program, line and event of each; of trajectories their ids. */
  readonly finds: readonly string[]
  /** Programs beside it, of which nothing but what stands in `finds` may be found. */
  readonly never: readonly string[]
}

/** What researchers ask of traces, as they would write it; test/store/research-queries.test.ts runs them. */
export const RESEARCH_QUERIES: readonly ResearchQuery[] = [
  {
    ask: 'traces where a list shrinks inside a loop',
    level: 'trace',
    where:
      'any(c.type == "list" and c.length < c.old_length and any(b.line == c.step.line for b in c.step.before) for c in changes)',
    finds: ['drain'],
    never: ['cut', 'twice'],
  },
  {
    ask: 'calls that return None after an exception was handled in them',
    level: 'step',
    where: 'event == "return" and value is None and any(b.event == "exception" for b in before)',
    finds: ['handled:6 return'],
    never: ['default', 'two_up', 'fails'],
  },
  {
    ask: 'the first step where x turns negative',
    level: 'step',
    where:
      'any(c.name == "x" and c.value < 0 and c.old >= 0 for c in changes) and not any(b.var("x") < 0 for b in before)',
    finds: ['below_zero:2 line'],
    never: ['always_below', 'cut'],
  },
  {
    ask: 'recursion deeper than 10',
    level: 'trace',
    where:
      'any(s.event == "call" and count(a for a in s.ancestors if a.function == s.function) >= 10 for s in steps)',
    finds: ['deep'],
    never: ['shallow', 'chain', 'mutual'],
  },
  {
    ask: 'steps where a variable is longer than 1,000 characters',
    level: 'step',
    where: 'any(v.size > 1000 for v in vars)',
    finds: ['long_text:4 line', 'long_text:4 return'],
    never: ['hot'],
  },
  {
    ask: 'steps where a variable has changed its type',
    level: 'step',
    where: 'any(c.old_type is not None and c.type != c.old_type for c in changes)',
    finds: ['retyped:3 line'],
    never: ['typed', 'drain'],
  },
  {
    ask: 'an accumulator that a loop never changes',
    level: 'step',
    where:
      'event == "return" and any(v.name == "total" and v.old_type is None for v in vars) and any(b.event == "line" and any(a.event == "line" and a.line == b.line for a in b.after) for b in before)',
    finds: ['stuck:5 return'],
    never: ['adding'],
  },
  {
    ask: 'loops of several lines that run exactly once in a call',
    level: 'step',
    where:
      'event == "line" and count(b for b in before if b.event == "line" and b.line == line) == 1 and not any(a.event == "line" and a.line == line for a in after) and any(b.line > line for b in before) and all(b.line >= line for b in before if any(p.event == "line" and p.line == line for p in b.before))',
    finds: ['once:3 line'],
    never: ['twice', 'handled', 'stuck'],
  },
  {
    ask: 'traces whose functions are never called twice with the same arguments',
    level: 'trace',
    where:
      'not any(s.event == "call" and not s.resumed and any(o.event == "call" and not o.resumed and o.seq < s.seq and o.function == s.function and all(any(w.name == v.name and w.type == v.type and w.text == v.text for w in o.vars) for v in s.vars) for o in steps) for s in steps)',
    finds: ['fresh', 'twice'],
    never: ['again'],
  },
  {
    ask: 'generators that are closed early',
    level: 'step',
    where: 'event == "exception" and value.type == "GeneratorExit"',
    finds: ['closed:2 exception'],
    never: ['exhausted'],
  },
  {
    ask: 'exceptions that are raised here and swallowed two frames up',
    level: 'step',
    where:
      'event == "exception" and any(b.seq == seq - 1 for b in before) and any(a.unwound for a in after) and any(a.unwound for a in parent.after) and parent.parent is not None and not any(a.unwound for a in parent.parent.after)',
    finds: ['two_up:2 exception'],
    never: ['one_up', 'three_up', 'handled'],
  },
  {
    ask: 'a dict gains a key in a nested call',
    level: 'step',
    where:
      'any(c.type == "dict" and c.length > c.old_length for c in changes) and any(b.seq + b.size == seq and any(any(c.type == "dict" and c.length > c.old_length for c in d.changes) for d in b.descendants) for b in before)',
    finds: ['registry:6 line'],
    never: ['own_table'],
  },
  {
    ask: 'functions that return values of different types',
    level: 'trace',
    where:
      'any(r.event == "return" and not r.unwound and any(o.event == "return" and not o.unwound and o.function == r.function and o.value.type != r.value.type for o in steps) for r in steps)',
    finds: ['mixed', 'handled'],
    never: ['deep', 'adding', 'two_up'],
  },
  {
    ask: 'the step where a variable is gone that was there',
    level: 'step',
    where: 'event == "line" and var("x") is None and any(b.var("x") is not None for b in before)',
    finds: ['deleted:4 line'],
    never: ['always_below', 'cut', 'twice'],
  },
  {
    ask: 'the first step where low has passed high',
    level: 'step',
    where: 'var("low") > var("high") and not any(b.var("low") > b.var("high") for b in before)',
    finds: ['search:3 line'],
    never: ['hot'],
  },
  {
    ask: 'calls of mutual recursion',
    level: 'step',
    where:
      'event == "call" and parent.function != function and any(a.function == function for a in ancestors)',
    finds: ['mutual:1 call'],
    never: ['deep', 'chain'],
  },
  {
    ask: 'another exception raised while one is handled',
    level: 'step',
    where:
      'event == "exception" and any(b.event == "exception" and b.value.type != value.type for b in before)',
    finds: ['rethrown:5 exception'],
    never: ['handled', 'two_up', 'three_up'],
  },
  {
    ask: 'traces with a line that a call runs more than 100 times',
    level: 'trace',
    where:
      'any(s.event == "line" and count(b for b in s.before if b.event == "line" and b.line == s.line) >= 100 for s in steps)',
    finds: ['hot'],
    never: ['deep', 'chain', 'below_zero'],
  },
  {
    ask: 'calls that return an empty list',
    level: 'step',
    where: 'event == "return" and value.type == "list" and value.length == 0',
    finds: ['drain:4 return', 'twice:6 return'],
    never: ['once', 'handled'],
  },
  {
    ask: 'divisions by a variable that is 0',
    level: 'step',
    where:
      'event == "exception" and value.type == "ZeroDivisionError" and any(v.value == 0 for v in vars) and any(b.seq == seq - 1 for b in before)',
    finds: ['divides:2 exception'],
    never: ['fails', 'adding'],
  },
  {
    ask: 'programs of which one run fails and another does not',
    level: 'program',
    where: 'any(t.exit == "error" for t in traces) and any(t.exit == "normal" for t in traces)',
    finds: ['divides'],
    never: ['fails', 'handled'],
  },
  {
    ask: 'trajectories that step into a call which an exception leaves',
    level: 'trajectory',
    where:
      'any(a.action == "step_into" and a.step.event == "call" and any(f.unwound for f in a.step.after) for a in acts)',
    finds: ['j_into_fail'],
    never: ['j_over_fail', 'j_into_square'],
  },
]
