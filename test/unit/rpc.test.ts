import { expect, test } from 'vitest'
import { z } from '../../shared/contract/schema.ts'
import { describeIssues } from '../../shared/rpc/contract.ts'
import { createMemoryWires } from '../../shared/rpc/memory-wire.ts'
import { OpenRequests } from '../../shared/rpc/open-requests.ts'
import { ServiceError } from '../../shared/rpc/wire.ts'

const soon = () => new Promise((resolve) => setImmediate(resolve))

test('a problem of a parse is one sentence that names the place', () => {
  const schema = z.object({ rows: z.array(z.object({ n: z.int() })) })
  const parsed = schema.safeParse({ rows: [{ n: 1 }, { n: 'two' }, {}] })
  expect(describeIssues('The input', parsed.error?.issues ?? [])).toBe(
    'The input is not valid at rows.1.n: Invalid input: expected number, received string',
  )
  expect(describeIssues('The input', z.int().safeParse(null).error?.issues ?? [])).toMatch(
    /^The input is not valid: /,
  )
  expect(describeIssues('The input', [])).toBe('The input is not valid.')
})

test('a service error is an error with a code', () => {
  const error = new ServiceError('not-found', 'There is no trace t_1.')
  expect(error).toBeInstanceOf(Error)
  expect(String(error)).toBe('ServiceError: There is no trace t_1.')
  expect(error.code).toBe('not-found')
})

test('a memory wire copies what it carries', async () => {
  const [near, far] = createMemoryWires()
  const got: unknown[] = []
  far.onMessage((message) => got.push(message))
  const message = { list: [1] }
  near.post(message)
  message.list.push(2)
  await soon()
  expect(got).toEqual([{ list: [1] }])
})

test('what was posted before the end of a memory wire still arrives, what comes after does not', async () => {
  const [near, far] = createMemoryWires()
  const heard: unknown[] = []
  far.onMessage((message) => heard.push(message))
  far.onClose(() => heard.push('closed'))
  near.onClose(() => heard.push('closed here'))
  near.post(1)
  near.close()
  near.close()
  near.post(2)
  await soon()
  expect(heard).toEqual(['closed here', 1, 'closed'])
  far.post(3)
  near.onClose(() => heard.push('told late'))
  await soon()
  expect(heard).toEqual(['closed here', 1, 'closed', 'told late'])
})

test('a request is open until it ends, is cancelled, or its wire is gone', () => {
  const requests = new OpenRequests(() => {})
  const [a, b, c] = [1, 2, 3].map((id) => requests.begin(id, 'x')) as [Req, Req, Req]
  a.end()
  requests.cancel(2)
  requests.cancel(99)
  expect([a, b, c].map((one) => one.isOpen())).toEqual([false, false, true])
  expect([a, b, c].map((one) => one.signal.aborted)).toEqual([false, true, false])
  requests.abortAll()
  expect(c.signal.aborted).toBe(true)
  expect(a.signal.aborted).toBe(false)
  let told = false
  b.signal.addEventListener('abort', () => {
    told = true
  })
  expect(told).toBe(true)
})
type Req = ReturnType<OpenRequests['begin']>

test('an abort listener that was removed is not called', () => {
  const request = new OpenRequests(() => {}).begin(1, 'x')
  const listener = () => expect.unreachable()
  request.signal.addEventListener('abort', listener)
  request.signal.removeEventListener('abort', listener)
  request.abort()
  expect(request.signal.aborted).toBe(true)
})
