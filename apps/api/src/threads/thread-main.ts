import { setPriority } from 'node:os'
import { parentPort, type TransferListItem, workerData } from 'node:worker_threads'
import { Handover } from './handover.ts'

// What every thread of a pool runs: it takes one task at a time, loads the task's module and calls its function.

export interface ThreadData {
  /** As of nice(2): from 0, as the process's own thread, to 19, when nothing else is to be done. */
  readonly niceness: number
  /** Bytes that WebAssembly may take; see `memory-limit.ts`. */
  readonly webAssemblyLimit: number
}

export interface Order {
  readonly id: number
  readonly module: string
  readonly name: string
  readonly input: unknown
}

export type Report =
  | { readonly id: number; readonly output: unknown }
  | {
      readonly id: number
      readonly error: {
        readonly message: string
        readonly name: string
        readonly code?: string | undefined
        readonly stack?: string | undefined
      }
    }

const { niceness } = workerData as ThreadData
// On Linux it counts for this thread alone (setpriority(2), "C library/kernel differences"); elsewhere for the process.
if (niceness > 0 && process.platform === 'linux') setPriority(0, niceness)

async function carryOut(order: Order): Promise<void> {
  const module = (await import(order.module)) as Record<string, (input: unknown) => unknown>
  const work = module[order.name]
  if (typeof work !== 'function') throw new TypeError(`${order.module} has no function ${order.name}`)
  const output = await work(order.input)
  if (output instanceof Handover) report({ id: order.id, output: output.value }, output.transfer)
  else report({ id: order.id, output })
}

function report(message: Report, transfer: readonly TransferListItem[] = []): void {
  parentPort?.postMessage(message, transfer)
}

parentPort?.on('message', (order: Order) => {
  carryOut(order).catch((error: unknown) => {
    const thrown = error instanceof Error ? error : new Error(String(error))
    const code = 'code' in thrown ? String(thrown.code) : undefined
    report({
      id: order.id,
      error: { message: thrown.message, name: thrown.name, code, stack: thrown.stack },
    })
  })
})
