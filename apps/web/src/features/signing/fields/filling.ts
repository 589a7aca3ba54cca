import {
  type FieldValue,
  isEmptyValue,
  wrongShape,
  wrongValue,
  type WrongValue,
} from '@countersign/contract/field-rules.ts'
import { isCallError } from '#web/lib/calls/call-error.ts'
import { createStore, type Store } from '#web/lib/browser/store.ts'
import { tabMemory } from '#web/lib/browser/tab-memory.ts'
import { isForSigner, type SignerField } from './own-fields.ts'

/** `no_font` is found by the service alone: which characters can be printed. */
export type FieldProblem = WrongValue | 'required' | 'no_font'
export interface Entry {
  readonly id: string
  readonly value: FieldValue | null
}
type Values = Readonly<Record<string, FieldValue | null>>

export interface FillingState {
  readonly values: Values
  /** What is wrong, shown beside the field: of fields that were left, or that were to be signed. */
  readonly problems: Readonly<Record<string, FieldProblem>>
  /** The field whose problem is read out: the one that was left, or the first that keeps the signer from signing. */
  readonly announced: string | null
  /** The service can't be reached: entries are kept in this tab. */
  readonly isOffline: boolean
  /** The field whose editor is open, on a small screen; a new object each time that it's opened. */
  readonly edited: { readonly id: string } | null
}

/** What a signer fills in: saved while it is typed, and kept in this tab until the service has it. */
export interface FormFilling {
  readonly state: Store<FillingState>
  set(id: string, value: FieldValue | null): void
  /** The field is left: what is wrong with it is shown. */
  leave(id: string): void
  edit(id: string | null): void
  /** Shows what the service refused. */
  refuse(problems: Readonly<Record<string, FieldProblem>>, announced: string | null): void
  /** Shows all that is missing or wrong. Answers these fields, in the order given. */
  check(fields: readonly SignerField[]): SignerField[]
  /** Saves what isn't saved yet, also after a pause. */
  flush(): Promise<void>
  /** While it is signed nothing is saved: the values go with that call, and a signed request takes none. */
  pause(): Promise<void>
  /** It is signed: nothing is kept any longer. */
  forget(): void
}

const saveAfter = 600
const tryAgainAfter = 5000

export function openFilling(options: {
  readonly signatureId: string
  readonly fields: readonly SignerField[]
  readonly save: (entries: Entry[]) => Promise<unknown>
}): FormFilling {
  const memory = tabMemory<Values>(`fields.${options.signatureId}`, 'account')
  const fields = new Map(options.fields.filter(isForSigner).map((field) => [field.id, field]))
  let unsaved: Record<string, FieldValue | null> = {}
  /** On its way, or refused: it isn't sent again, and a page that is loaded again still has it. */
  let sent: Record<string, FieldValue | null> = {}
  for (const [id, value] of Object.entries(memory.get() ?? {})) if (fields.has(id)) unsaved[id] = value
  const state = createStore<FillingState>({
    values: { ...startingValues(options.fields), ...unsaved },
    problems: {},
    announced: null,
    isOffline: false,
    edited: null,
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> = Promise.resolve()
  let isPaused = false
  const change = (part: Partial<FillingState>) => state.set({ ...state.get(), ...part })

  function saveIn(milliseconds: number) {
    clearTimeout(timer)
    if (!isPaused) timer = setTimeout(() => void flush(), milliseconds)
  }

  /** One after the other: an older value must not overtake a newer one. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    isPaused = false
    saving = saving.then(send)
    return saving
  }

  async function send(): Promise<void> {
    const taken = unsaved
    // A value that is too long now may be right in a moment.
    const entries = Object.entries(taken)
      .map(([id, value]): Entry => ({ id, value }))
      .filter(({ id, value }) => value === null || wrongShape(fields.get(id)!, value) === null)
    if (entries.length === 0) return
    unsaved = {}
    sent = { ...sent, ...taken }
    try {
      await options.save(entries)
      const arrived = new Map(entries.map(({ id, value }) => [id, value]))
      sent = Object.fromEntries(Object.entries(sent).filter(([id, value]) => arrived.get(id) !== value))
      change({ isOffline: false })
    } catch (failure) {
      if (mayPass(failure)) {
        // What was typed meanwhile is newer.
        unsaved = { ...taken, ...unsaved }
        change({ isOffline: true })
        saveIn(tryAgainAfter)
      } else if (!maySignLater(failure)) sent = {}
    }
    keep()
  }

  function keep() {
    const kept = { ...sent, ...unsaved }
    if (Object.keys(kept).length > 0) memory.keep(kept)
    else memory.forget()
  }

  function withProblem(id: string, problem: FieldProblem | null) {
    const { [id]: _, ...others } = state.get().problems
    return problem ? { ...others, [id]: problem } : others
  }

  if (Object.keys(unsaved).length > 0) saveIn(0)
  return {
    state,
    flush,
    async pause() {
      clearTimeout(timer)
      isPaused = true
      await saving
    },
    set(id, value) {
      unsaved = { ...unsaved, [id]: value }
      keep()
      change({ values: { ...state.get().values, [id]: value }, problems: withProblem(id, null) })
      saveIn(saveAfter)
    },
    leave(id) {
      const field = fields.get(id)
      const value = state.get().values[id] ?? null
      // Passing through an empty field is no mistake; a mark that a check has set stays.
      if (field && !isEmptyValue(value))
        change({ problems: withProblem(id, problemOf(field, value)), announced: id })
    },
    edit: (id) => change({ edited: id === null ? null : { id } }),
    refuse: (problems, announced) =>
      change({ problems: { ...state.get().problems, ...problems }, announced }),
    check(isRequested) {
      const { values } = state.get()
      const wrong = isRequested.flatMap((field) => {
        const problem = problemOf(field, values[field.id] ?? null)
        return problem ? [[field, problem] as const] : []
      })
      const problems = Object.fromEntries(wrong.map(([{ id }, problem]) => [id, problem]))
      change({ problems, announced: wrong[0]?.[0].id ?? null })
      return wrong.map(([field]) => field)
    },
    forget() {
      unsaved = {}
      sent = {}
      memory.forget()
    },
  }
}

/** A refusal stays one, however often it is sent. */
const mayPass = (failure: unknown): boolean =>
  !isCallError(failure) || failure.status === 0 || failure.status === 429 || failure.status >= 500

/** With another value, or once the signer has signed in again. */
const maySignLater = (failure: unknown): boolean =>
  isCallError(failure, 'validation.failed') ||
  isCallError(failure, 'auth.required') ||
  isCallError(failure, 'auth.token_expired')

/** What is saved, else what the sender prefilled, else what the service knows of the signer. */
export function startingValues(fields: readonly SignerField[]): Values {
  return Object.fromEntries(
    fields.flatMap(({ id, input, value, own_value: own }) => {
      const start = input ?? value ?? own ?? null
      return start === null ? [] : [[id, start]]
    }),
  )
}

/** What stands between this value and a signature. */
export function problemOf(field: SignerField, value: FieldValue | null): FieldProblem | null {
  if (!isForSigner(field)) return null
  if (isEmptyValue(value)) return field.required ? 'required' : null
  return value === null ? null : wrongValue(field, value)
}
