import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DamagedAgeFile, decryptWith, encryptTo, WrongKey } from './age-file.ts'
import { newKeyFile, type PrivateKey, type PublicKey, readPrivateKey, readPublicKey } from './keys.ts'

function aKey(): PrivateKey {
  const key = readPrivateKey(newKeyFile(new Date()).file)
  if (!key) throw new Error('the key file cannot be read')
  return key
}

async function* pieces(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

async function collect(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of content) all.push(piece)
  return Buffer.concat(all)
}

const encrypt = (key: PublicKey, content: Buffer) => collect(encryptTo(key, pieces(content, 100_000)))
const decrypt = (key: PrivateKey, file: Buffer, size = 70_000) =>
  collect(decryptWith(key, pieces(file, size)))

const chunk = 64 * 1024
test.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 200_000])(
  'a file of %i bytes is decrypted as it was, in whatever pieces it comes',
  async (size) => {
    const key = aKey()
    const content = randomBytes(size)
    const file = await encrypt(key.publicKey, content)
    for (const pieceSize of size < 1000 ? [1, 7, 1_000_000] : [1000, 65_536, 1_000_000])
      expect((await decrypt(key, file, pieceSize)).equals(content)).toBe(true)
  },
)

test('another key does not open it, and says so', async () => {
  const file = await encrypt(aKey().publicKey, Buffer.from('secret'))
  await expect(decrypt(aKey(), file)).rejects.toThrow(WrongKey)
})

test('a changed byte anywhere, a missing end and an appended byte are found', async () => {
  const key = aKey()
  const file = await encrypt(key.publicKey, randomBytes(2 * chunk))
  const headEnd = file.indexOf('\n', file.indexOf('\n--- ') + 1) + 1
  for (const at of [
    0,
    30,
    headEnd - 5,
    headEnd + 3,
    headEnd + 20,
    headEnd + 16 + chunk + 20,
    file.length - 1,
  ]) {
    const changed = Buffer.from(file)
    changed[at] = changed[at]! ^ 1
    await expect(decrypt(key, changed)).rejects.toThrow(/damaged|cut off|not encrypted by age|another key/)
  }
  // At the end of a chunk, where only the mark of the last one tells.
  for (const length of [10, headEnd, headEnd + 16 + chunk + 16, file.length - 1])
    await expect(decrypt(key, file.subarray(0, length))).rejects.toThrow(DamagedAgeFile)
  await expect(decrypt(key, Buffer.concat([file, Buffer.of(0)]))).rejects.toThrow(DamagedAgeFile)
})

test('a pair of keys that age-keygen made is read; what is no key is not', () => {
  const secret = 'AGE-SECRET-KEY-16KZCD6LDZAYF52TJAHWAPSXH86HEXC9RTHRS0Y9WRWCN6T564GFSSMY76L'
  expect(readPrivateKey(`# a comment\n${secret}\n`)?.publicKey.text).toBe(
    'age1q9kxl99htny2l9sy07a62dwvqypzfjzst87x2gfhfet409k5557sp58ru3',
  )
  expect(readPrivateKey(secret.replace(/.$/, (last) => (last === 'Q' ? 'P' : 'Q')))).toBeNull()
  for (const text of ['', 'age1', 'age1qqqq', secret, 'ssh-ed25519 AAAA'])
    expect(readPublicKey(text)).toBeNull()
})

test('the program age opens what is encrypted here, and the other way round', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'age-'))
  try {
    const { file: keyFile, publicKey } = newKeyFile(new Date())
    const key = readPrivateKey(keyFile)!
    const content = randomBytes(150_000)
    writeFileSync(join(folder, 'key.txt'), keyFile)
    writeFileSync(join(folder, 'ours.age'), await encrypt(key.publicKey, content))
    const opened = execFileSync('age', ['-d', '-i', join(folder, 'key.txt'), join(folder, 'ours.age')])
    expect(opened.equals(content)).toBe(true)
    writeFileSync(join(folder, 'plain'), content)
    execFileSync('age', ['-r', publicKey, '-o', join(folder, 'theirs.age'), join(folder, 'plain')])
    expect((await decrypt(key, readFileSync(join(folder, 'theirs.age')))).equals(content)).toBe(true)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
