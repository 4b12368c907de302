/** What the forms of the lanes mean: form and word, colour second. */
const FORMS = [
  { kind: 'into', word: 'into', path: 'M2 3h6L5 9z' },
  { kind: 'over', word: 'over', path: 'M4 2h2v7H4z' },
  { kind: 'out', word: 'to the return or call', path: 'M2 9h6L5 3z' },
  { kind: 'jump', word: 'breakpoint', path: 'M5 2.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6z' },
  { kind: 'exit', word: 'exit', path: 'M2 3h6v6H2z' },
] as const

/** The legend of the lanes. */
export function PathLegend() {
  return (
    <ul className="path-legend" aria-label="Forms of the lanes">
      {FORMS.map(({ kind, word, path }) => (
        <li key={kind} data-kind={kind}>
          <svg width="10" height="11" viewBox="0 0 10 11" aria-hidden="true">
            <path d={path} />
          </svg>
          {word}
        </li>
      ))}
    </ul>
  )
}
