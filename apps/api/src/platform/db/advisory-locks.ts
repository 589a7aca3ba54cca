/**
 * The numbers of advisory locks, in one place: two that are the same would wait for each other. Locks of two numbers have a
 * class instead (`jobs/leases.ts`, `process-lease.ts`, `schema-compatibility.ts`, `document-move/repository.ts`, `accounts/lock-repository.ts`, `dump/database-beside.ts`).
 */
export const advisoryLocks = {
  callbackClaims: 7464,
  migrations: 7_463_920_114,
  authorityKeys: 7_463_920_115,
  evidenceHeads: 7_463_920_116,
  figures: 7_463_920_118,
  backups: 7_463_920_119,
  addresses: 7_463_920_120,
  restores: 7_463_920_121,
} as const
