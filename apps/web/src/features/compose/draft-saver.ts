import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import type { Draft } from './draft.ts'
import { withSids } from './draft.ts'
import type { DraftBody } from './save-draft.ts'
import { bodyOf, saysTheSame } from './save-draft.ts'

/** `waiting`: changed, about to be saved. `conflict`: somebody else changed the same draft. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict'

interface Calls {
  put(body: NonNullable<DraftBody> & { updated_at: string }): Promise<SignatureRequest>
  get(): Promise<SignatureRequest>
  isConflict(failure: unknown): boolean
  /** Is it worth trying the same again by itself? */
  isPassing(failure: unknown): boolean
  /** Runs it later; answers a function that calls it off. */
  later(run: () => void, milliseconds: number): () => void
  onState(state: SaveState, failure: unknown): void
  /** Saved: the draft as it is now, with the ids the server gave to new signers. */
  onSaved(latest: Draft): void
}

const pause = 700
const retryAfter = 5000

export interface DraftSaver {
  change(draft: Draft): void
  /** Saves what is not saved yet. False: it could not be. */
  flush(): Promise<boolean>
  /** What the server has now, after an act of one's own that is not a save, such as an upload. */
  adopt(request: SignatureRequest): void
  /** Ends a conflict: one's own version goes over the other one. */
  keepMine(): Promise<boolean>
  stop(): void
}

/** Saves a draft as one goes: one save at a time, the newest words last, nothing lost when one fails. */
export function createDraftSaver(first: SignatureRequest, draft: Draft, calls: Calls): DraftSaver {
  let base = first
  let latest = draft
  let saved = JSON.stringify(bodyOf(draft))
  let running: Promise<boolean> | null = null
  let callOff = () => {}
  let inConflict = false

  const isSaved = () => JSON.stringify(bodyOf(latest)) === saved

  function plan(milliseconds: number) {
    callOff()
    callOff = calls.later(() => void flush(), milliseconds)
  }

  function flush(): Promise<boolean> {
    callOff()
    running ??= saveAll().finally(() => {
      running = null
    })
    return running
  }

  async function saveAll(): Promise<boolean> {
    while (!isSaved()) {
      if (inConflict) return false
      calls.onState('saving', null)
      try {
        await saveOnce()
      } catch (failure) {
        inConflict = calls.isConflict(failure)
        calls.onState(inConflict ? 'conflict' : 'failed', failure)
        if (calls.isPassing(failure)) plan(retryAfter)
        return false
      }
    }
    calls.onState('saved', null)
    return true
  }

  async function saveOnce() {
    const sent = latest
    const body = bodyOf(sent)
    const answer = await putOver(body)
    base = answer
    saved = JSON.stringify(bodyOf(withSids(sent, sent, answer)))
    latest = withSids(latest, sent, answer)
    calls.onSaved(latest)
  }

  /** A version that says the same as the one before (an own upload went in between) is no conflict. */
  async function putOver(body: NonNullable<DraftBody>): Promise<SignatureRequest> {
    try {
      return await calls.put({ ...body, updated_at: base.updated_at })
    } catch (failure) {
      if (!calls.isConflict(failure)) throw failure
      const theirs = await calls.get()
      if (!saysTheSame(base, theirs)) throw failure
      base = theirs
      // Until the page has taken over what the upload brought, the order of the documents is left as it is.
      const { documents: _, ...rest } = body
      return calls.put({ ...rest, updated_at: base.updated_at })
    }
  }

  return {
    change(changed) {
      latest = changed
      if (inConflict || running) return
      if (isSaved()) return calls.onState('saved', null)
      calls.onState('waiting', null)
      plan(pause)
    },
    flush,
    adopt(request) {
      base = request
    },
    async keepMine() {
      base = await calls.get()
      inConflict = false
      saved = ''
      return flush()
    },
    stop: () => callOff(),
  }
}
