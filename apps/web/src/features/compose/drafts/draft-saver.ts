import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import type { Draft } from './draft.ts'
import { withSids } from './draft.ts'
import type { DraftBody } from './save-draft.ts'
import type { Choices, Part } from './merge-parts.ts'
import { mergeDrafts } from './merge-drafts.ts'
import { bodyOf, withKnownSids } from './save-draft.ts'

/** `waiting`: changed, about to be saved. `conflict`: someone else changed the same parts of the draft. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict'

/** What was changed elsewhere, and the parts that were changed on the page too. */
export interface Conflict {
  readonly theirs: Draft
  readonly parts: readonly Part[]
}

interface Calls {
  /** The draft as the server tells it. */
  read(request: SignatureRequest): Draft
  put(body: NonNullable<DraftBody> & { updated_at: string }): Promise<SignatureRequest>
  get(): Promise<SignatureRequest>
  isConflict(failure: unknown): boolean
  /** Is it worth trying the same again on its own? */
  isPassing(failure: unknown): boolean
  /** Runs it later; answers a function that calls it off. */
  later(run: () => void, milliseconds: number): () => void
  onState(state: SaveState, failure: unknown): void
  /** Saved: the draft as it is now, with the ids the server gave to new signers. */
  onSaved(latest: Draft): void
  /** Changes made elsewhere were put together with those on the page: `taken` are the parts that came. */
  onMerged(latest: Draft, server: SignatureRequest, taken: readonly Part[]): void
  onConflict(conflict: Conflict): void
}

const pause = 700
const retryAfter = 5000

export interface DraftSaver {
  change(draft: Draft): void
  /** Saves what is not saved yet. False: it could not be. */
  flush(): Promise<boolean>
  /** What the server has now, after a user's own action other than a save, such as an upload, or after a refresh. */
  meet(request: SignatureRequest): Promise<void>
  /** The draft as the server told it last. */
  server(): SignatureRequest
  /** Ends a conflict: a choice for each part both changed. */
  resolve(choices: Choices): Promise<boolean>
  stop(): void
}

/** Saves a draft as one goes: one save at a time, the newest words last, nothing lost when one fails. */
export function createDraftSaver(first: SignatureRequest, draft: Draft, calls: Calls): DraftSaver {
  let base = first
  let latest = draft
  let saved = textOf(draft)
  let running: Promise<boolean> | null = null
  let callOff = () => {}
  /** What the server has, while parts of it are in conflict with the page. */
  let inConflict: SignatureRequest | null = null

  /** What was sent and got no answer, by its text: it may have been saved, and is one's own where it is met. */
  const unanswered = new Map<string, Draft>()

  const server = () => inConflict ?? base

  const isSaved = () => unanswered.size === 0 && textOf(latest) === saved

  const isToSave = () => !isSaved() && !inConflict

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
    while (isToSave()) {
      calls.onState('saving', null)
      try {
        await saveOnce()
      } catch (failure) {
        calls.onState('failed', failure)
        if (calls.isPassing(failure)) plan(retryAfter)
        return false
      }
    }
    if (inConflict) return false
    calls.onState('saved', null)
    return true
  }

  async function saveOnce() {
    const sent = withKnownSids(latest, base)
    try {
      const answer = await calls.put({ ...bodyOf(sent), updated_at: base.updated_at })
      base = answer
      saved = textOf(withSids(sent, sent, answer))
      unanswered.clear()
      keepIds(sent, answer)
    } catch (failure) {
      if (calls.isPassing(failure)) unanswered.set(textOf(sent), sent)
      if (!calls.isConflict(failure)) throw failure
      meet(await calls.get())
    }
  }

  function keepIds(sent: Draft, answer: SignatureRequest) {
    latest = withSids(latest, sent, answer)
    calls.onSaved(latest)
  }

  /** The save that the server has, though its answer was lost. */
  function ownSaveIn(request: SignatureRequest): Draft | undefined {
    const text = textOf(calls.read(request))
    return [...unanswered.values()].find((sent) => textOf(withSids(sent, sent, request)) === text)
  }

  /** Puts what the server has together with what is here, or asks about the parts that both changed. */
  function meet(request: SignatureRequest) {
    // An answer that was overtaken by a later one says nothing new.
    if (request.updated_at < server().updated_at) return
    const own = ownSaveIn(request)
    if (own) {
      keepIds(own, request)
      return accept(request)
    }
    const theirs = calls.read(request)
    const { draft: merged, conflicts, taken } = mergeDrafts(calls.read(base), latest, theirs)
    latest = merged
    calls.onMerged(latest, request, taken)
    if (conflicts.length === 0) return accept(request)
    inConflict = request
    calls.onConflict({ theirs, parts: conflicts })
    calls.onState('conflict', null)
  }

  /** While a save is under way, what it brings is not yet known to be one's own. */
  async function meetLater(request: SignatureRequest): Promise<void> {
    await running
    if (running) return meetLater(request)
    meet(request)
  }

  function accept(request: SignatureRequest) {
    unanswered.clear()
    inConflict = null
    base = request
    saved = textOf(calls.read(request))
    if (running) return
    calls.onState(isSaved() ? 'saved' : 'waiting', null)
    if (!isSaved()) plan(pause)
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
    meet: meetLater,
    server,
    async resolve(choices) {
      if (!inConflict) return flush()
      const request = inConflict
      latest = mergeDrafts(calls.read(base), latest, calls.read(request), choices).draft
      calls.onMerged(latest, request, [])
      accept(request)
      return flush()
    },
    stop: () => callOff(),
  }
}

/** What two drafts differ in, as far as the server is told of it. */
const textOf = (draft: Draft): string => JSON.stringify(bodyOf(draft))
