import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '../apps/api/src/testing/product.ts'

/** The product’s own process, with api, worker and threads; its database; the external services that are simulated beside it. */
export const processKinds = ['product', 'database', 'sandbox'] as const
export type ProcessKind = (typeof processKinds)[number]
export type ByKind = Readonly<Record<ProcessKind, number>>

interface Stat {
  readonly pid: number
  readonly parent: number
  /** Milliseconds of the processor, of the process itself. */
  readonly own: number
  /** Of its children that ended. */
  readonly ofEnded: number
}

/** A tick of the kernel’s clock, as every Linux counts it for programs. */
const millisecondsOfTick = 10

/** The processes of the product at this moment: those that other processes of it started, such as LibreOffice, count with it. */
export function findProcesses(product: Product): Record<ProcessKind, Stat[]> {
  const all = readdirSync('/proc').flatMap((name) => statOf(name) ?? [])
  const own = product.process.pid ?? 0
  const postmaster = Number(readFileSync(join(product.data, 'pg18', 'postmaster.pid'), 'utf8').split('\n')[0])
  const database = treeOf(postmaster, all)
  const sandboxes = all.filter(({ pid, parent }) => parent === own && commandOf(pid).includes('sandbox'))
  const sandbox = sandboxes.flatMap(({ pid }) => treeOf(pid, all))
  const others = new Set([...database, ...sandbox].map(({ pid }) => pid))
  return { product: treeOf(own, all).filter(({ pid }) => !others.has(pid)), database, sandbox }
}

function treeOf(root: number, all: readonly Stat[]): Stat[] {
  const children = all.filter(({ parent }) => parent === root)
  return [...all.filter(({ pid }) => pid === root), ...children.flatMap(({ pid }) => treeOf(pid, all))]
}

/** Null where it is no process, or ended meanwhile. */
function statOf(name: string): Stat | null {
  if (!/^\d+$/.test(name)) return null
  const stat = contentOf(`/proc/${name}/stat`)
  // The name in parentheses may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 15) return null
  const ticks = (...places: number[]) =>
    places.reduce((sum, place) => sum + Number(fields[place]), 0) * millisecondsOfTick
  return { pid: Number(name), parent: Number(fields[1]), own: ticks(11, 12), ofEnded: ticks(13, 14) }
}

/** Milliseconds of the processor so far. Of the database also what its ended connections used. */
export function processorTime(processes: Record<ProcessKind, Stat[]>): ByKind {
  const sum = (kind: ProcessKind) =>
    processes[kind].reduce((total, { own, ofEnded }) => total + own + ofEnded, 0)
  return { product: sum('product'), database: sum('database'), sandbox: sum('sandbox') }
}

/**
 * Megabytes that each holds: resident, and of the database the proportional share, because each of its processes counts all of the
 * memory that they share.
 */
export function memoryOf(processes: Record<ProcessKind, Stat[]>, kinds: readonly ProcessKind[]): number {
  const sizes = kinds.flatMap((kind) =>
    processes[kind].map(({ pid }) => (kind === 'database' ? shareOfMemory(pid) : residentMemory(pid))),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Megabytes; 0 where the process has ended. */
export const residentMemory = (pid: number): number =>
  megabytes(contentOf(`/proc/${pid}/status`), /^VmRSS:\s+(\d+)/m)
const shareOfMemory = (pid: number) => megabytes(contentOf(`/proc/${pid}/smaps_rollup`), /^Pss:\s+(\d+)/m)
const megabytes = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0) / 1024
const commandOf = (pid: number) => contentOf(`/proc/${pid}/cmdline`)

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
