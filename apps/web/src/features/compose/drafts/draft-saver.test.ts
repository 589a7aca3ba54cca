import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { describe, expect, it } from 'vitest'
import { aRequest as anyRequest, aSignature } from '#web/testing/signature-request.ts'
import type { Draft } from './draft.ts'
import { draftOf } from './draft.ts'
import type { Conflict, SaveState } from './draft-saver.ts'
import { createDraftSaver } from './draft-saver.ts'
import type { Part } from './merge-parts.ts'

const conflict = new Error('request.changed')

function aRequest(change: Partial<SignatureRequest> = {}): SignatureRequest {
  return anyRequest({ status_overall: 'DRAFT', documents: [], updated_at: 'v1', ...change })
}

/** A server with one draft, a clock one turns by hand, and what the page would show. */
function aDesk(first = aRequest()) {
  let onServer = first
  let version = 1
  let failure: Error | null = null
  let isAnswerLost = false
  let timer: (() => void) | null = null
  const states: SaveState[] = []
  const page: { latest: Draft | null; taken: readonly Part[]; conflict: Conflict | null } = {
    latest: null,
    taken: [],
    conflict: null,
  }
  const draft = draftOf(onServer, '')
  const server = {
    puts: 0,
    get title() {
      return onServer.title
    },
    failWith: (next: Error | null) => {
      failure = next
    },
    /** The next save arrives; nothing comes back. */
    loseAnswer: () => {
      isAnswerLost = true
    },
    get: async () => onServer,
    /** As it is just now, also while a save is under way. */
    current: () => onServer,
    /** Whom the last save named by an id. */
    sids: [] as (string | undefined)[],
    /** Someone else, or an upload, changes it. */
    touch: (change: Partial<SignatureRequest>) => {
      onServer = { ...onServer, ...change, updated_at: `v${++version}` }
    },
  }
  const saver = createDraftSaver(onServer, draft, {
    read: (request) => draftOf(request, ''),
    async put({ updated_at, title, signatures = [] }) {
      server.puts += 1
      server.sids = signatures.map(({ sid }) => sid)
      if (failure) throw failure
      if (updated_at !== onServer.updated_at) throw conflict
      server.touch(title === undefined ? {} : { title })
      if (!isAnswerLost) return onServer
      isAnswerLost = false
      throw new Error('network')
    },
    get: async () => onServer,
    isConflict: (reason) => reason === conflict,
    isPassing: (reason) => reason instanceof Error && reason.message === 'network',
    later: (run) => {
      timer = run
      return () => {
        timer = null
      }
    },
    onState: (state) => states.push(state),
    onSaved: (latest) => {
      page.latest = latest
    },
    onMerged(latest, _, taken) {
      page.latest = latest
      page.taken = taken
    },
    onConflict: (found) => {
      page.conflict = found
    },
  })
  const write = (title: string): Draft => {
    const changed = { ...(page.latest ?? draft), title }
    saver.change(changed)
    return changed
  }
  return { saver, server, states, write, page, isPlanned: () => timer !== null }
}

describe('saving a draft as one goes', () => {
  it('waits for a pause, then saves the newest words once', async () => {
    const { saver, server, states, write, isPlanned } = aDesk()
    write('L')
    write('Le')
    write('Lease 2')
    expect(isPlanned()).toBe(true)
    expect(server.puts).toBe(0)
    expect(await saver.flush()).toBe(true)
    expect(server.puts).toBe(1)
    expect(server.title).toBe('Lease 2')
    expect(states.at(-1)).toBe('saved')
  })

  it('saves what was typed while a save was under way', async () => {
    const { saver, server, write } = aDesk()
    write('One')
    const saving = saver.flush()
    write('Two')
    expect(await saving).toBe(true)
    expect(server.title).toBe('Two')
    expect(server.puts).toBe(2)
  })

  it('saves once, however often one asks while a save is under way', async () => {
    const { saver, server, write } = aDesk()
    write('Mine')
    expect(await Promise.all([saver.flush(), saver.flush()])).toEqual([true, true])
    expect(server.puts).toBe(1)
  })

  it('keeps everything when a save fails, and tries again on its own', async () => {
    const { saver, server, states, write, isPlanned } = aDesk()
    server.failWith(new Error('network'))
    write('Mine')
    expect(await saver.flush()).toBe(false)
    expect(states.at(-1)).toBe('failed')
    expect(isPlanned()).toBe(true)
    server.failWith(null)
    expect(await saver.flush()).toBe(true)
    expect(server.title).toBe('Mine')
  })

  it('takes its own save whose answer was lost for its own, whatever was typed since', async () => {
    const { saver, server, states, write, page } = aDesk()
    server.loseAnswer()
    write('Off')
    expect(await saver.flush()).toBe(false)
    server.failWith(new Error('network'))
    write('Offer')
    expect(await saver.flush()).toBe(false)
    server.failWith(null)
    write('Offer 2')
    expect(await saver.flush()).toBe(true)
    expect(server.title).toBe('Offer 2')
    expect(states).not.toContain('conflict')
    expect(page.taken).toEqual([])
  })

  it('takes back what was saved though the answer was lost', async () => {
    const { saver, server, states, write } = aDesk()
    const { title } = server
    server.loseAnswer()
    write('Offer')
    expect(await saver.flush()).toBe(false)
    write(title)
    expect(states.at(-1)).toBe('waiting')
    expect(await saver.flush()).toBe(true)
    expect(server.title).toBe(title)
  })

  it('takes a change that someone else made after a save was lost for what it is', async () => {
    const { saver, server, states, write } = aDesk()
    server.loseAnswer()
    write('Mine')
    expect(await saver.flush()).toBe(false)
    server.touch({ title: 'Theirs' })
    write('Mine 2')
    expect(await saver.flush()).toBe(false)
    expect(states.at(-1)).toBe('conflict')
  })

  it('does not repeat on its own what the server refused', async () => {
    const { saver, server, states, write, isPlanned } = aDesk()
    server.failWith(new Error('validation.failed'))
    write('Mine')
    expect(await saver.flush()).toBe(false)
    expect(states.at(-1)).toBe('failed')
    expect(isPlanned()).toBe(false)
  })

  it('has nothing to save when one takes back what the server refused', async () => {
    const { saver, server, states, write } = aDesk()
    const { title } = server
    server.failWith(new Error('validation.failed'))
    write('Mine')
    expect(await saver.flush()).toBe(false)
    write(title)
    expect(states.at(-1)).toBe('saved')
  })

  it('names someone who was removed elsewhere and is brought back here as someone new', async () => {
    const anna = aSignature({ sid: 'anna' })
    const { saver, server, page } = aDesk(aRequest({ signatures: [anna] }))
    const before = draftOf(server.current(), '')
    server.touch({ signatures: [] })
    await saver.meet(server.current())
    expect(page.latest?.signers).toEqual([])
    saver.change(before)
    expect(await saver.flush()).toBe(true)
    expect(server.sids).toEqual([undefined])
  })

  it('takes no own upload in between for a conflict', async () => {
    const { saver, server, states, write } = aDesk()
    server.touch({ documents: [{ id: 'd', name: 'D.pdf', version_id: 'd', page_count: 1, size: 1 }] })
    write('Mine')
    expect(await saver.flush()).toBe(true)
    expect(states).not.toContain('conflict')
    expect(server.title).toBe('Mine')
  })

  it("puts somebody else's change together with one's own, and says what came", async () => {
    const { saver, server, states, write, page } = aDesk()
    server.touch({ message: 'Theirs' })
    write('Mine')
    expect(await saver.flush()).toBe(true)
    expect(states).not.toContain('conflict')
    expect(server.title).toBe('Mine')
    expect(page.latest).toMatchObject({ title: 'Mine', message: 'Theirs' })
    expect(page.taken).toEqual([{ kind: 'message' }])
  })

  it('takes over what it sees elsewhere while there is nothing to save', async () => {
    const { saver, server, page, states } = aDesk()
    server.touch({ title: 'Theirs' })
    await saver.meet(await server.get())
    expect(page.latest?.title).toBe('Theirs')
    expect(states.at(-1)).toBe('saved')
    expect(server.puts).toBe(0)
  })

  it('waits with what it sees until its own save is through', async () => {
    const { saver, server, write, page } = aDesk()
    write('Mine')
    const saving = saver.flush()
    const meeting = saver.meet({ ...(await server.get()), updated_at: 'v0', title: 'Old' })
    await Promise.all([saving, meeting])
    expect(server.title).toBe('Mine')
    expect(page.latest?.title).toBe('Mine')
  })

  it('takes its own save for its own where it sees it before the answer', async () => {
    const { saver, server, states, write } = aDesk()
    write('Mine')
    const saving = saver.flush()
    write('Mine 2')
    const meeting = saver.meet(server.current())
    await Promise.all([saving, meeting])
    expect(states).not.toContain('conflict')
    expect(server.title).toBe('Mine 2')
  })

  it('does not write over what both changed until one has chosen', async () => {
    const { saver, server, states, write, page } = aDesk()
    server.touch({ title: 'Theirs', message: 'More' })
    write('Mine')
    expect(await saver.flush()).toBe(false)
    expect(states.at(-1)).toBe('conflict')
    expect(page.conflict).toMatchObject({ theirs: { title: 'Theirs' }, parts: [{ kind: 'title' }] })
    expect(page.latest).toMatchObject({ title: 'Mine', message: 'More' })
    expect(saver.server().title).toBe('Theirs')
    write('Mine 2')
    // The question stays while one types on.
    expect(states.at(-1)).toBe('conflict')
    expect(await saver.flush()).toBe(false)
    expect(server.title).toBe('Theirs')
    expect(await saver.resolve({ title: 'mine' })).toBe(true)
    expect(server.title).toBe('Mine 2')
    expect(states.at(-1)).toBe('saved')
  })

  it('has theirs after one has chosen it, and nothing to save', async () => {
    const { saver, server, write, page } = aDesk()
    server.touch({ title: 'Theirs' })
    write('Mine')
    await saver.flush()
    const { puts } = server
    expect(await saver.resolve({ title: 'theirs' })).toBe(true)
    expect(page.latest?.title).toBe('Theirs')
    expect(server.puts).toBe(puts)
  })

  it('has nothing to save when one takes a change back', async () => {
    const { saver, server, states, write } = aDesk()
    write('Other')
    write('Lease')
    expect(states.at(-1)).toBe('saved')
    expect(await saver.flush()).toBe(true)
    expect(server.puts).toBe(0)
  })
})
