import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { InputOf } from '../../packages/contract/src/endpoint.ts'
import { createSignatureRequest } from '../../packages/contract/src/signature-requests.ts'
import { validateDocument } from '../../packages/contract/src/validations.ts'
import type { Person } from '../../apps/api/src/testing/caller.ts'
import { type HostilePdf, hostilePdfs } from '../../apps/api/src/testing/documents/hostile-pdf.ts'
import { type Product, startProduct } from '../../apps/api/src/testing/product.ts'
import { type Figure, median, type Row } from '../row.ts'
import type { Attack, Order, Word } from './hostile-attacker.ts'
import { type Kind, kinds, openVictim, type Times } from './hostile-victim.ts'

const atOnce = 100
const rounds = 5
const attackers = ['account', 'anonymous'] as const

/**
 * Someone sends each hostile file, or asks for its pages, a hundred times at once, with an account and without; what
 * another person's calls take longer meanwhile. A product of its own, which knows the two apart by their addresses.
 */
export const hostile: Row = {
  name: 'hostile',
  run: async () => {
    const product = await startProduct({ LOG_LEVEL: 'error', TRUST_PROXY: '1' })
    const attacker = fork(fileURLToPath(new URL('./hostile-attacker.ts', import.meta.url)))
    try {
      return await measure(product, attacker)
    } finally {
      attacker.disconnect()
      await product.stop()
    }
  },
}

async function measure(product: Product, attacker: ChildProcess): Promise<Figure[]> {
  const pid = product.process.pid ?? 0
  const victim = await openVictim(product)
  const eve = await product.person({ firstName: 'Eve' })
  await victim.rounds(3)
  const before = await victim.rounds(10)
  const memory = watchMemory(pid)
  const found: Found[] = []
  for (const [index, file] of hostilePdfs.entries())
    for (const who of attackers) {
      const attack = await prepare(product, file, index, who === 'account' ? eve : null)
      await tell(attacker, { attack })
      await untilQuiet(pid)
      memory.peak()
      attacker.send('go' satisfies Order)
      const during = await victim.rounds(rounds)
      const said = await tell(attacker, 'hang up')
      const name = `${file.name}, ${who}`
      found.push({ name, during, peak: memory.peak() })
      process.stdout.write(`${describe(found.at(-1), before)}  ${JSON.stringify(said)}\n`)
    }
  memory.stop()
  return [
    ...kinds.map((kind) => extraOf(kind, before, found)),
    {
      what: 'calls of others refused meanwhile',
      measured: victim.refused().length,
      unit: '',
      limit: 0,
      detail: victim.refused().slice(0, 3).join('; '),
    },
    {
      what: 'memory of the process at its peak',
      measured: Math.max(...found.map(({ peak }) => peak)),
      unit: 'MB',
      limit: 600,
      detail: `${hostilePdfs.length} files, ${atOnce} times at once`,
    },
  ]
}

interface Found {
  readonly name: string
  readonly during: Times
  /** Megabytes. */
  readonly peak: number
}

function extraOf(kind: Kind, before: Times, found: readonly Found[]): Figure {
  const usual = median(before[kind])
  const slowest = found.map(({ name, during }) => ({ name, extra: Math.max(...during[kind]) - usual }))
  const worst = slowest.toSorted((a, b) => b.extra - a.extra)[0]
  return {
    what: `a hostile file of somebody else: ${kind} takes longer by`,
    measured: worst?.extra ?? Number.NaN,
    unit: 'ms',
    limit: 200,
    detail: `slowest of all, ${worst?.name}; usually ${Math.round(usual)} ms`,
  }
}

/** Each attack's figures, so that a limit that is missed tells where. */
function describe(found: Found | undefined, before: Times): string {
  if (!found) return ''
  const { name, during, peak } = found
  const extras = kinds.map((kind) => {
    const usual = median(before[kind])
    const worst = Math.round(Math.max(...during[kind]) - usual)
    return `${kind} +${worst}`
  })
  return `  ${name.padEnd(30)} ${extras.join(', ')} ms, ${Math.round(peak)} MB`
}

async function tell(attacker: ChildProcess, order: Order): Promise<Word> {
  const answered = once(attacker, 'message')
  attacker.send(order)
  return (await answered)[0] as Word
}

/** Has the file there where it can be asked for, and tells how it is. */
async function prepare(
  product: Product,
  file: HostilePdf,
  index: number,
  eve: Person | null,
): Promise<Attack> {
  const address = `203.0.113.${index + 1}`
  const from = { 'x-forwarded-for': address }
  const numbers = Array.from({ length: atOnce }, (_, n) => n)
  const content = (n: number) => file.make(index * 1000 + n + (eve ? 0 : 500)).toString('base64')
  const draft = (n: number) => ({ title: 'Eve', documents: [{ name: 'a.pdf', content: content(n) }] })
  const headers = eve ? { ...from, authorization: eve.as } : from
  if (file.pages === 0) {
    const url = `${product.url}${eve ? createSignatureRequest.path : validateDocument.path}`
    return {
      method: 'POST',
      headers,
      calls: numbers.map((n) => ({ url, body: JSON.stringify(eve ? draft(n) : { content: content(n) }) })),
    }
  }
  const folder = eve
    ? `/v3/documents/${await draftOf(product, eve, draft(0))}/pages`
    : `/v1/validations/${await validationOf(product, from, { content: content(0) })}/revisions/1/pages`
  const calls = numbers.map((n) => ({
    url: `${product.url}${folder}/${n % file.pages}?scale=${100 + Math.floor(n / file.pages)}`,
    body: null,
  }))
  return { method: 'GET', headers, calls }
}

type Draft = InputOf<typeof createSignatureRequest>['body']

async function draftOf(product: Product, eve: Person, body: Draft): Promise<string> {
  const { documents } = await product.call(createSignatureRequest, { body }, eve.as)
  return documents[0]?.id ?? ''
}

async function validationOf(
  product: Product,
  from: Record<string, string>,
  body: { content: string },
): Promise<string> {
  const reply = await product.ask(validateDocument, { query: {}, body }, undefined, from)
  return reply.ok ? (reply.body as { id: string }).id : ''
}

/** Waits until the process has next to nothing to do: what the last attack left, or its preparation. */
async function untilQuiet(pid: number): Promise<void> {
  const deadline = performance.now() + 15_000
  for (let quiet = 0; quiet < 2 && performance.now() < deadline;) {
    const before = await ticksOf(pid)
    await pause(250)
    quiet = (await ticksOf(pid)) - before > 3 ? 0 : quiet + 1
  }
}

/** Hundredths of a second of the processor that a process has used. */
async function ticksOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}

/** Megabytes that a process holds, looked at often. */
function watchMemory(pid: number): { peak(): number; stop(): void } {
  let peak = 0
  const look = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    peak = Math.max(peak, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  }
  const timer = setInterval(() => void look(), 20)
  return {
    peak: () => {
      const was = peak
      peak = 0
      return was
    },
    stop: () => clearInterval(timer),
  }
}
