import { getPriority, setPriority } from 'node:os'
import { parentPort, type TransferListItem, workerData } from 'node:worker_threads'
import { Transferred } from './transferred.ts'
import { getReadyOnly, type Order, type Report, type ThreadData } from './thread-order.ts'

// What every thread of a pool runs: it takes one task at a time, loads the task's module and calls its function.

const { niceness } = workerData as ThreadData
// On Linux it counts for this thread alone (setpriority(2), "C library/kernel differences"); elsewhere for the process.
if (niceness > 0 && process.platform === 'linux') setPriority(0, Math.min(19, getPriority(0) + niceness))

type Module = Record<string, ((input: unknown) => unknown) | undefined>

const ready = new Map<string, Promise<Module>>()

/** The module, and what its `load` has to get ready. */
function getReady(address: string): Promise<Module> {
  const known = ready.get(address)
  if (known) return known
  const loading = (async () => {
    const module = (await import(address)) as Module
    await module['load']?.(null)
    return module
  })()
  ready.set(address, loading)
  loading.catch(() => ready.delete(address))
  return loading
}

async function carryOut(order: Order): Promise<void> {
  const module = await getReady(order.module)
  if (order.name === getReadyOnly) return
  const work = module[order.name]
  if (typeof work !== 'function') throw new TypeError(`${order.module} has no function ${order.name}`)
  report({ id: order.id, begun: true })
  const output = await work(order.input)
  if (output instanceof Transferred) report({ id: order.id, output: output.value }, output.transfer)
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
