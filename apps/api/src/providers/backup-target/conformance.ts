import { expect, test } from 'vitest'
import { BackupFileMissing, type BackupTarget } from './port.ts'

async function* bytes(...pieces: readonly string[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield Buffer.from(piece)
}

async function* broken(): AsyncGenerator<Buffer> {
  yield Buffer.from('half')
  throw new Error('the source ended early')
}

async function contentOf(target: BackupTarget, name: string): Promise<string> {
  return Buffer.concat(await (await target.read(name)).toArray()).toString()
}

/** What every place for backups must do. `make` gives an empty one. */
export function backupTargetConformance(make: () => Promise<BackupTarget>): void {
  test('a file is read as it was written, and the newest content of a name counts', async () => {
    const target = await make()
    await target.write('backups/one/manifest.json', bytes('first', ' half'))
    expect(await contentOf(target, 'backups/one/manifest.json')).toBe('first half')
    await target.write('backups/one/manifest.json', bytes('second'))
    expect(await contentOf(target, 'backups/one/manifest.json')).toBe('second')
    await target.write('empty', bytes())
    expect(await contentOf(target, 'empty')).toBe('')
  })

  test('a file whose source breaks off is not there, and one that was there before stays', async () => {
    const target = await make()
    await expect(target.write('backups/one/part', broken())).rejects.toThrow('the source ended early')
    expect(await target.has('backups/one/part')).toBe(false)
    await target.write('backups/one/part', bytes('whole'))
    await expect(target.write('backups/one/part', broken())).rejects.toThrow('the source ended early')
    expect(await contentOf(target, 'backups/one/part')).toBe('whole')
  })

  test('a folder lists what is directly in it; removed files are gone, and a second removal is no error', async () => {
    const target = await make()
    for (const name of ['backups/one/a', 'backups/one/b', 'backups/two/a', 'documents/ab/abcd'])
      await target.write(name, bytes('x'))
    expect((await target.list('backups')).toSorted()).toEqual(['one', 'two'])
    expect((await target.list('backups/one')).toSorted()).toEqual(['a', 'b'])
    expect(await target.list('backups/three')).toEqual([])
    for (let n = 0; n < 2; n += 1) await target.remove('backups/two/a')
    expect(await target.list('backups')).toEqual(['one'])
    expect(await target.has('backups/two/a')).toBe(false)
    await target.write('backups/two/a', bytes('again'))
    expect(await contentOf(target, 'backups/two/a')).toBe('again')
  })

  test('a file that is not there, and a name that leads elsewhere, are refused', async () => {
    const target = await make()
    await expect(target.read('backups/none')).rejects.toThrow(BackupFileMissing)
    for (const name of ['../outside', '/etc/passwd', 'backups/../../outside', ''])
      await expect(target.read(name)).rejects.toThrow(BackupFileMissing)
  })
}
