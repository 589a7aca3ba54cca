import { setTimeout as pause } from 'node:timers/promises'
import type { Endpoint, InputOf, OutputOf } from '../../packages/contract/src/endpoint.ts'
import * as requests from '../../packages/contract/src/signature-requests.ts'
import { sign } from '../../packages/contract/src/signing.ts'
import type { Caller, Person } from '../../apps/api/src/testing/caller.ts'
import { aPdf } from '../../apps/api/src/testing/pdf.ts'
import { place } from '../../apps/api/src/testing/signature-request.ts'

/** An attempt that failed, by when it was under way. */
export interface Failure {
  readonly call: string
  readonly began: number
  readonly ended: number
  readonly reason: string
}

export interface Flow {
  readonly title: string
  /** Set once it is sent. */
  id: string | undefined
  readonly signer: Person
  /** The call to sign was accepted: from here on it must be signed, whatever happens. */
  isAccepted: boolean
  readonly began: number
  /** When the signer's call began. */
  signing: number | undefined
  ended: number | undefined
}

/** A read, by when it began and how long it took, in milliseconds. */
export interface Read {
  readonly began: number
  readonly took: number
}

export interface Load {
  readonly flows: readonly Flow[]
  readonly failures: readonly Failure[]
  readonly reads: readonly Read[]
  /** Ends it, once everything that was begun is done. */
  stop(): Promise<void>
}

interface LoadOptions {
  readonly caller: Caller
  /** They take turns: limits for one caller are not what is measured. */
  readonly owners: readonly Person[]
  readonly signers: readonly Person[]
  readonly signaturesPerSecond: number
  readonly readsPerSecond: number
  /** Before the request is sent. */
  onDraft(requestId: string): Promise<void>
}

const patience = 90_000
const betweenTries = 100

/** People who send, sign and read, at a rate of their own: one who waits for an answer doesn't keep others from beginning. */
export function startLoad(options: LoadOptions): Load {
  const { caller, owners, signers } = options
  const turn = (people: readonly Person[], n: number): Person => {
    const person = people[n % people.length]
    if (!person) throw new Error('nobody')
    return person
  }
  const flows: Flow[] = []
  const failures: Failure[] = []
  const running = new Set<Promise<void>>()
  const reads: Read[] = []
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted

  /** As a client does that is told to come back: the same key, until there is an answer. Each failed attempt is noted. */
  async function persist<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    as: string,
  ): Promise<OutputOf<E>> {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const deadline = performance.now() + patience
    for (;;) {
      const began = performance.now()
      const reply = await caller.ask(endpoint, input, as, key).catch((error: Error) => error)
      if (!(reply instanceof Error) && reply.ok) return reply.body
      const reason =
        reply instanceof Error ? reply.message : `${reply.status} ${reply.ok ? '' : reply.error.key}`
      failures.push({ call: endpoint.name, began, ended: performance.now(), reason })
      if (performance.now() > deadline) throw new Error(`${endpoint.name}: ${reason}`)
      await pause(betweenTries)
    }
  }

  async function sendAndSign(n: number): Promise<void> {
    const [owner, signer] = [turn(owners, n), turn(signers, n)]
    const flow: Flow = {
      // Padded: no title is a part of another one.
      title: `Contract ${String(n).padStart(6, '0')} of ${process.pid}`,
      id: undefined,
      signer,
      isAccepted: false,
      began: performance.now(),
      signing: undefined,
      ended: undefined,
    }
    flows.push(flow)
    const content = aPdf({ title: flow.title }).toString('base64')
    const body = { title: flow.title, documents: [{ name: `${flow.title}.pdf`, content }] }
    const draft = await persist(requests.createSignatureRequest, { body }, owner.as)
    const params = { id: draft.id }
    const asked = {
      account_email: signer.email,
      signer_identity_data: {
        email_address: signer.email,
        first_name: signer.firstName,
        last_name: signer.lastName,
      },
      document_signatures: [{ document_id: draft.documents[0]?.id ?? '', visual_signature: place }],
    }
    await persist(requests.updateSignatureRequest, { params, body: { signatures: [asked] } }, owner.as)
    await options.onDraft(draft.id)
    await persist(requests.initiateSignatureRequest, { params }, owner.as)
    flow.id = draft.id
    flow.signing = performance.now()
    await persist(sign, { body: { signatureRequests: [{ signatureRequestId: draft.id }] } }, signer.as)
    flow.isAccepted = true
    const deadline = performance.now() + patience
    for (;;) {
      const { status_overall: status } = await persist(
        requests.getSignatureRequestStatus,
        { params },
        owner.as,
      )
      if (status === 'SIGNED') break
      if (performance.now() > deadline) throw new Error(`${flow.title} is still ${status}`)
      await pause(betweenTries)
    }
    flow.ended = performance.now()
  }
  async function read(n: number): Promise<void> {
    // One of the last thousand, as far as it is sent.
    const flow = flows[Math.max(0, flows.length - 1 - (n % 1000))]
    const began = performance.now()
    if (n % 2 === 0 || flow?.id === undefined)
      await persist(requests.listSignatureRequests, {}, turn(owners, n).as)
    else await persist(requests.getSignatureRequest, { params: { id: flow.id } }, flow.signer.as)
    reads.push({ began, took: performance.now() - began })
  }

  function every(rate: number, work: (n: number) => Promise<void>): Promise<void> {
    return (async () => {
      const first = performance.now()
      for (let n = 0; !isStopping(); n += 1) {
        await pause(Math.max(0, first + (n * 1000) / rate - performance.now()))
        if (isStopping()) return
        const one = work(n)
          .catch((error: Error) => {
            failures.push({ call: 'gave up', began: NaN, ended: performance.now(), reason: error.message })
          })
          .finally(() => running.delete(one))
        running.add(one)
      }
    })()
  }
  const loops = [every(options.signaturesPerSecond, sendAndSign), every(options.readsPerSecond, read)]
  return {
    flows,
    failures,
    reads,
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
      await Promise.all(running)
    },
  }
}
