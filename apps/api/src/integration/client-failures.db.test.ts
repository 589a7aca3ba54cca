import type { ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import {
  CountersignClient,
  CountersignConnectionError,
  CountersignError,
} from '../../../../packages/client-typescript/src/client.ts'
import { aService, inPython, signIn } from './clients.fixture.ts'

// What the client packages do with answers that no program hopes for.

const credentials = { username: 'api_demo_rental', key: 'the-secret-key' }
const stopping: (() => void)[] = []
afterEach(() => {
  for (const stop of stopping.splice(0)) stop()
})

async function service(...given: Parameters<typeof aService>) {
  const one = await aService(...given)
  stopping.push(one.stop)
  return one
}

const typescript = (baseUrl: string, more: object = {}) =>
  new CountersignClient({ baseUrl, ...credentials, ...more })
const python = (program: string, baseUrl: string, options?: string) =>
  inPython(program, { baseUrl, ...credentials }, options)

/** How a list fails in both languages: the error's name, its message, and everything that can be printed of it and the client. */
async function failuresOf(baseUrl: string, limits = { tries: 1, timeoutMs: 10_000 }) {
  const client = typescript(baseUrl, limits)
  const error: unknown = await client.listRequestsV2({ search: 'lease' }).catch((one: unknown) => one)
  const inTypescript = {
    name: (error as Error).name,
    message: (error as Error).message,
    status: error instanceof CountersignError ? error.status : null,
    isConnectionError: error instanceof CountersignConnectionError,
    printed: inspect(error) + inspect(client),
  }
  const program = `import traceback
try:
    client.list_requests_v2(search="lease")
except (CountersignError, CountersignConnectionError) as error:
    print(json.dumps({"name": type(error).__name__, "message": str(error), "status": getattr(error, "status", None),
      "isConnectionError": isinstance(error, CountersignConnectionError), "printed": repr(error) + repr(client) + traceback.format_exc()}))`
  const options = `tries=${limits.tries}, timeout=${limits.timeoutMs / 1000}`
  const inPythonToo = (await python(program, baseUrl, options)) as typeof inTypescript
  return [inTypescript, inPythonToo]
}

const away = (response: ServerResponse) => {
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' }).end('{}')
}

test('a withdrawal that may have been done is not tried again: a second one would delete the request', async () => {
  for (const withdraw of [
    (url: string) => typescript(url).deleteRequestV2({ id: 'lease' }),
    (url: string) => python('client.delete_request_v2("lease")', url),
  ])
    for (const answer of [away, (response: ServerResponse) => void response.destroy()]) {
      const { url, asked } = await service(answer)
      await expect(withdraw(url)).rejects.toThrow(/503|\/v2\/signature-requests\/lease/)
      expect(asked).toEqual([signIn, 'DELETE /v2/signature-requests/lease'])
    }
})

test('a list is asked for again when the connection broke or a proxy found nobody, a wrong key is tried once', async () => {
  for (const list of [
    (url: string) => typescript(url).listRequestsV2(),
    (url: string) => python('print(json.dumps(client.list_requests_v2()))', url),
  ]) {
    const { url, asked } = await service((response, before) => {
      if (before === 0) response.destroy()
      else if (before === 1) response.writeHead(502, { 'retry-after': '1' }).end('<h1>Bad Gateway</h1>')
      else response.end('[{"status_overall":"INVENTED_LATER","invented":1}]')
    })
    // What a later release adds is passed on.
    expect(await list(url)).toEqual([{ status_overall: 'INVENTED_LATER', invented: 1 }])
    expect(asked).toEqual([signIn, ...Array<string>(3).fill('GET /v2/signature-requests')])

    const refused = await service((response) => void response.writeHead(401).end('{}'), 1)
    await expect(list(refused.url)).rejects.toThrow('401')
    expect(refused.asked).toEqual([signIn, 'GET /v2/signature-requests', signIn])
    const wrongKey = await service((response) => void response.writeHead(401).end('{}'), 0)
    await expect(list(wrongKey.url)).rejects.toThrow('401')
    expect(wrongKey.asked).toEqual([signIn])
  }
})

test('a service below a path is called there', async () => {
  for (const list of [
    (url: string) => typescript(url).listRequestsV2(),
    (url: string) => python('print(json.dumps(client.list_requests_v2()))', url),
  ])
    for (const path of ['/countersign', '/countersign/']) {
      const { url, asked } = await service((response, _before, request) => {
        response.end(request.method === 'POST' ? 'a.token' : '[]')
      })
      expect(await list(url + path)).toEqual([])
      expect(asked).toEqual(['POST /countersign/v2/access/login', 'GET /countersign/v2/signature-requests'])
    }
})

test('a repeated POST has the same Idempotency-Key', async () => {
  for (const create of [
    (url: string) => typescript(url).remindSignersV2({ id: 'lease' }),
    (url: string) => python('print(json.dumps(client.remind_signers_v2("lease")))', url),
  ]) {
    const keys: unknown[] = []
    const { url } = await service((response, before, { headers }) => {
      keys.push(headers['idempotency-key'])
      if (before === 0) away(response)
      else response.end('{}')
    })
    await create(url)
    expect(keys).toHaveLength(2)
    expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^[0-9a-f-]{36}$/)]))
  }
})

test('a redirect is not followed: nobody else gets the key or a token', async () => {
  const other = await service((response) => response.end('[]'))
  for (const signIns of [0, 2]) {
    const { url } = await service(
      (response) => response.writeHead(302, { location: `${other.url}/elsewhere?of=lease` }).end(),
      signIns,
    )
    for (const failure of await failuresOf(url)) {
      expect(failure).toMatchObject({ name: 'CountersignError', status: 302 })
      expect(failure.message).toContain(`a redirect to ${other.url}/elsewhere. Is base`)
    }
  }
  expect(other.asked).toEqual([])
})

test('what is no answer of the service is an error of its own, and no error tells the key or the token', async () => {
  const nobody = await service(() => undefined)
  nobody.stop()
  const page = (response: ServerResponse) => response.end('<h1>Welcome to the hotel</h1>')
  const noToken = await service(page, 0)
  const noJson = await service(page)
  const cases = [
    [nobody.url, /\/v2\/access\/login: .*(?:ECONNREFUSED|refused)/],
    [noToken.url, /\/v2\/access\/login: the answer is no token\. Is base_?[uU]rl right\?/],
    [noJson.url, /\/v2\/signature-requests: the answer is no JSON\. Is base_?[uU]rl right\?/],
  ] as const
  for (const [url, says] of cases)
    for (const failure of await failuresOf(url)) {
      expect(failure).toMatchObject({ name: 'CountersignConnectionError', isConnectionError: true })
      expect(failure.message).toMatch(says)
      expect(failure.printed).not.toMatch(/the-secret-key|a\.token/)
    }
})

test('an answer that never ends is not waited for', async () => {
  const { url } = await service((response) => response.writeHead(200).flushHeaders())
  for (const failure of await failuresOf(url, { tries: 1, timeoutMs: 300 }))
    expect(failure).toMatchObject({ name: 'CountersignConnectionError', isConnectionError: true })
})

test('what a program does wrong is said at once, and not tried again', async () => {
  await expect(typescript('sign.example.com').listRequestsV2()).rejects.toThrow('Invalid URL')
})

test('Python: a refusal can be passed between processes, as pools of workers do', async () => {
  const { url } = await service((response) => {
    response
      .writeHead(429, { 'content-type': 'application/json', 'retry-after': '3600' })
      .end('{"key":"rate.exceeded","message":"Too many calls.","fields":[]}')
  })
  const passed = await python(
    `import pickle
try:
    client.remind_signers_v2("lease")
except CountersignError as error:
    same = pickle.loads(pickle.dumps(error))
    print(json.dumps([type(same).__name__, str(same), same.status, same.key, same.fields, same.retry_after]))`,
    url,
  )
  expect(passed).toEqual(['CountersignError', 'Too many calls.', 429, 'rate.exceeded', [], 3600])
})
