export type SqlParameter = string | number | Uint8Array | null

/** SQL text with one `?` a parameter; equal shapes give equal texts, so that statements are prepared once. */
export interface SqlQuery {
  readonly text: string
  readonly parameters: readonly SqlParameter[]
}

function isQuery(part: SqlQuery | SqlParameter): part is SqlQuery {
  return typeof part === 'object' && part !== null && 'text' in part
}

/**
 * SQL as a template: a value becomes a bound parameter, a query is spliced in with its own parameters. Text never
 * reaches the statement any other way.
 */
export function sql(
  strings: TemplateStringsArray,
  ...parts: readonly (SqlQuery | SqlParameter)[]
): SqlQuery {
  let text = strings[0] ?? ''
  const parameters: SqlParameter[] = []
  parts.forEach((part, index) => {
    if (isQuery(part)) {
      text += part.text
      parameters.push(...part.parameters)
    } else {
      text += '?'
      parameters.push(part)
    }
    text += strings[index + 1] ?? ''
  })
  return { text, parameters }
}

/** SQL of ours, without parameters. */
export function fixed(text: string): SqlQuery {
  return { text, parameters: [] }
}

/** Queries one after another with `separator`, which is SQL of ours, between them. */
export function joinSql(queries: readonly SqlQuery[], separator: string): SqlQuery {
  return {
    text: queries.map((query) => query.text).join(separator),
    parameters: queries.flatMap((query) => query.parameters),
  }
}
