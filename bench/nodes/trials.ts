import { setTimeout as pause } from 'node:timers/promises'
import { type Installation, ownRoot } from './installation.ts'

const killEvery = Number(process.env.BENCH_KILL_EVERY ?? 20)
const restarts = Number(process.env.BENCH_RESTARTS ?? 20)

/** From when until when something was down; what was under way then may fail. */
export interface Disturbance {
  readonly began: number
  readonly ended: number
}

/** What is done to an installation while people work with it. */
export type Trial = (installation: Installation, until: number) => Promise<Disturbance[]>

export const killInTurn: Trial = async ({ nodes: all }, until) => {
  const disturbances: Disturbance[] = []
  for (let n = 0; performance.now() + killEvery * 1000 < until; n += 1) {
    await pause(killEvery * 1000)
    const node = all[n % all.length]
    const began = performance.now()
    await node?.kill()
    disturbances.push({ began, ended: performance.now() })
    // As an orchestrator does at once.
    await node?.start()
  }
  return disturbances
}

export const restartDatabase: Trial = async ({ database, query }, until) => {
  const disturbances: Disturbance[] = []
  const every = Math.max(2_000, (until - performance.now()) / (restarts + 1))
  for (let n = 0; n < restarts; n += 1) {
    await pause(every)
    const { pid } = database
    const began = performance.now()
    // What `pg_ctl restart -m fast` does.
    process.kill(pid, 'SIGINT')
    while (database.pid === pid) await pause(10)
    while (!(await query('SELECT 1').catch(() => null))) await pause(10)
    disturbances.push({ began, ended: performance.now() })
  }
  return disturbances
}

export const upgradeInTurn: Trial = async ({ nodes: all }, until) => {
  const third = (until - performance.now()) / 3
  for (const node of all) {
    await pause(third)
    await node.stop()
    await node.start(ownRoot)
  }
  await pause(Math.max(0, until - performance.now()))
  // Nothing may fail.
  return []
}

export const keepGoing: Trial = async (_, until) => {
  await pause(Math.max(0, until - performance.now()))
  return []
}
