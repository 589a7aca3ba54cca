import type { SignatureRequest } from '@countersign/contract/signature-request-shapes.ts'
import { describe, expect, it } from 'vitest'
import { aRequest as anyRequest } from '#web/testing/signature-request.ts'
import type { Draft } from './draft.ts'
import { draftOf } from './draft.ts'
import type { SaveState } from './draft-saver.ts'
import { createDraftSaver } from './draft-saver.ts'

const conflict = new Error('request.changed')

function aRequest(change: Partial<SignatureRequest> = {}): SignatureRequest {
  return anyRequest({ status_overall: 'DRAFT', documents: [], updated_at: 'v1', ...change })
}

/** A server with one draft, a clock one turns by hand, and what the page would show. */
function aDesk() {
  let onServer = aRequest()
  let version = 1
  let failure: Error | null = null
  let timer: (() => void) | null = null
  const states: SaveState[] = []
  const draft = draftOf(onServer, '')
  const server = {
    puts: 0,
    get title() {
      return onServer.title
    },
    failWith: (next: Error | null) => {
      failure = next
    },
    /** Somebody else, or an upload, changes it. */
    touch: (change: Partial<SignatureRequest>) => {
      onServer = { ...onServer, ...change, updated_at: `v${++version}` }
    },
  }
  const saver = createDraftSaver(onServer, draft, {
    async put({ updated_at, title }) {
      server.puts += 1
      if (failure) throw failure
      if (updated_at !== onServer.updated_at) throw conflict
      server.touch(title === undefined ? {} : { title })
      return onServer
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
    onSaved: () => {},
  })
  const write = (title: string): Draft => {
    const changed = { ...draft, title }
    saver.change(changed)
    return changed
  }
  return { saver, server, states, write, isPlanned: () => timer !== null }
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

  it('keeps everything when a save fails, and tries again by itself', async () => {
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

  it('does not repeat by itself what the server refused', async () => {
    const { saver, server, states, write, isPlanned } = aDesk()
    server.failWith(new Error('validation.failed'))
    write('Mine')
    expect(await saver.flush()).toBe(false)
    expect(states.at(-1)).toBe('failed')
    expect(isPlanned()).toBe(false)
  })

  it('takes no own upload in between for a conflict', async () => {
    const { saver, server, states, write } = aDesk()
    server.touch({ documents: [{ id: 'd', name: 'D.pdf', version_id: 'd', page_count: 1, size: 1 }] })
    write('Mine')
    expect(await saver.flush()).toBe(true)
    expect(states).not.toContain('conflict')
  })

  it("does not write over somebody else's change until one says so", async () => {
    const { saver, server, states, write } = aDesk()
    server.touch({ title: 'Theirs' })
    write('Mine')
    expect(await saver.flush()).toBe(false)
    expect(states.at(-1)).toBe('conflict')
    expect(server.title).toBe('Theirs')
    write('Mine 2')
    expect(await saver.flush()).toBe(false)
    expect(server.title).toBe('Theirs')
    expect(await saver.keepMine()).toBe(true)
    expect(server.title).toBe('Mine 2')
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
