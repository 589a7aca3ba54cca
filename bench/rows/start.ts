import { readdirSync, readFileSync } from 'node:fs'
import { startProduct } from '../../apps/api/src/testing/product.ts'
import { median, type Row } from '../row.ts'

/** From the command to the first answer on data that is there; and what the running product holds in memory. */
export const start: Row = {
  name: 'start',
  dependsOn: ['hash', 'fsync'],
  run: async () => {
    let product = await startProduct({ LOG_LEVEL: 'error' })
    const first = product.startedIn
    const again: number[] = []
    for (let round = 0; round < 3; round += 1) {
      await product.kill()
      product = await product.restart()
      again.push(product.startedIn)
    }
    const memory = residentMegabytes(product.process.pid ?? 0)
    await product.stop()
    return [
      { what: 'first start, an empty data folder', measured: first / 1000, unit: 's', limit: 30 },
      {
        what: 'start again, after kill -9',
        measured: median(again) / 1000,
        unit: 's',
        limit: 3,
        peer: '4.7 s',
      },
      {
        what: 'memory of api and worker, idle after the start',
        measured: memory,
        unit: 'MB',
        limit: 200,
        peer: '386–449 MB',
      },
    ]
  },
}

/** Proportional share of the process itself; Postgres and the sandbox are processes of their own. */
function residentMegabytes(pid: number): number {
  if (!readdirSync('/proc').includes(String(pid))) throw new Error('the product is gone')
  const pss = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
  return Number(pss?.[1]) / 1024
}
