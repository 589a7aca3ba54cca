import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The client package for Python. */
export const pythonPackage = new URL('../../../../packages/client-python', import.meta.url).pathname

export interface ProgramAccess {
  readonly baseUrl: string
  readonly username: string
  readonly key: string
}

/** Runs a program in Python; gives what it prints. */
export async function runPython(program: string, cwd?: string): Promise<string> {
  const env = { ...process.env, PYTHONPATH: pythonPackage, PYTHONDONTWRITEBYTECODE: '1' }
  const { stdout } = await run('python3', ['-c', program], { env, ...(cwd && { cwd }) })
  return stdout
}

/** Runs a program in Python that has a client; gives what it prints as JSON. `options`: more of the client. */
export async function inPython(
  program: string,
  { baseUrl, username, key }: ProgramAccess,
  options = '',
): Promise<unknown> {
  const given = [baseUrl, username, key].map((one) => JSON.stringify(one)).join(', ')
  const start = `import json
from countersign_client import CountersignClient, CountersignConnectionError, CountersignError
client = CountersignClient(${given}${options && `, ${options}`})
`
  return JSON.parse(await runPython(start + program))
}

export const signIn = 'POST /v2/access/login'

/** A service that answers as it is told, and so many sign-ins with a token; and what it was asked. */
export async function aService(
  answer: (response: ServerResponse, before: number, request: IncomingMessage) => void,
  signIns = Infinity,
) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`
    const before = asked.filter((one) => one === call).length
    asked.push(call)
    if (call === signIn && before < signIns) response.end('a.token')
    else answer(response, before, request)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, stop }
}
