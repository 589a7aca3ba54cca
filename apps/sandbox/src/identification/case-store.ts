import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../time-stamp-authority/key-store.ts'
import type { Case } from './case.ts'

export type CaseStore = { read(): Case[]; write(cases: Case[]): void }

/** Identifications outlive a restart where there is a place for them: someone may be in the middle of one. */
export function openCaseStore(data: string | undefined): CaseStore {
  if (data === undefined) return { read: () => [], write: () => {} }
  const path = join(data, 'identifications.json')
  return {
    // A damaged file counts as none: the sandbox forgets them instead of refusing to start.
    read: () => {
      try {
        return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Case[]) : []
      } catch {
        return []
      }
    },
    write: (cases) => writeWhole(path, JSON.stringify(cases), 0o600),
  }
}
