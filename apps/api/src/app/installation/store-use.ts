import { setTimeout as pauseFor } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { OwnInstallation } from '#api/platform/own-installation.ts'
import type { DocumentStore } from '#api/providers/document-store/port.ts'

/** Running processes use the store in a manner that rules out what was asked for. */
export class StoreInUse extends Error {
  override name = 'StoreInUse'
}

const noteEvery = 30_000
// Two notes may be late by so much together.
const watchFor = 75_000
const lookEvery = 5_000

export interface UsedStore {
  readonly documentStore: DocumentStore
  readonly installation: Pick<OwnInstallation, 'id'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/**
 * Notes in the store that a process uses it, until the answer is called: who restores into another database sees only the
 * store. A store that isn't this installation's any longer is left alone.
 */
export async function noteStoreUse({ documentStore, installation, log }: UsedStore): Promise<() => void> {
  const note = async () => {
    try {
      if ((await documentStore.readNote('installation')) === installation.id)
        await documentStore.writeNote('in-use', new Date().toISOString())
    } catch (error) {
      log.warn({ err: error }, 'could not note in the document store that it is in use')
    }
  }
  await note()
  const timer = setInterval(() => void note(), noteEvery)
  timer.unref()
  return () => clearInterval(timer)
}

export interface Watch {
  readonly progress: (line: string) => void
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined
}

/**
 * Refuses a store in which some process notes that it uses it, which takes a while to find out: how old the note is says nothing,
 * because the clock of either machine may be wrong.
 */
export async function refuseUsedStore(
  store: DocumentStore,
  { progress, pause = pauseFor }: Watch,
): Promise<void> {
  const noted = await store.readNote('in-use')
  if (noted === null) return
  progress(`Making sure that nothing uses ${store.whereIs()}: up to ${watchFor / 1000} seconds …`)
  for (let watched = 0; watched < watchFor; watched += lookEvery) {
    await pause(lookEvery)
    if ((await store.readNote('in-use')) === noted) continue
    throw new StoreInUse(
      `A running installation uses ${store.whereIs()}: beside another database it could not work any longer. ` +
        'If the database is to be restored, stop all processes first. To try a backup, use countersign backup check, ' +
        'or restore it with its documents into another store.',
    )
  }
}
