import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { getDatetime } from '../../packages/contract/src/accounts.ts'
import { addAttachment } from '../../packages/contract/src/attachments.ts'
import { aDraft } from '../../apps/api/src/testing/signature-request.ts'
import { median, type Row, timed } from '../row.ts'
import { askWhile } from './upload.ts'

const rounds = 5

/** A file of 29 MB goes in as base64 in JSON, while another call asks again and again how long it has to wait. */
export const jsonUpload: Row = {
  name: 'json-upload',
  dependsOn: ['hash', 'http'],
  run: async (start) => {
    const product = await start()
    const ben = await product.person({ firstName: 'Ben' })
    const { id } = await aDraft(product, { owner: ben })
    const content = Buffer.from(`%PDF-1.7\n${'Terms and conditions. '.repeat(1_350_000)}`).toString('base64')
    const times: number[] = []
    let longestWait = 0
    for (let round = 0; round < rounds; round += 1) {
      const body = Buffer.from(JSON.stringify({ filename: `${round}.pdf`, content }))
      const path = addAttachment.path.replace('{id}', id)
      let uploading = true
      const others = askWhile(
        () => uploading,
        () => product.call(getDatetime, {}),
      )
      const [took, status] = await timed(() => send(product.url + path, ben.as, body))
      uploading = false
      longestWait = Math.max(longestWait, await others)
      if (status !== 201) throw new Error(`the upload was answered with ${status}`)
      times.push(took)
    }
    return [
      { what: 'upload of 29 MB as base64 in JSON, median', measured: median(times), unit: 'ms', limit: 1000 },
      {
        what: 'longest wait of another call meanwhile',
        measured: longestWait,
        unit: 'ms',
        limit: 50,
        detail: `${rounds} uploads`,
      },
    ]
  },
}

/** In pieces: fetch would keep this process, which measures, busy with a body of 40 MB. */
async function send(url: string, as: string, body: Buffer): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json', 'content-length': body.length, authorization: as }
  const call = request(url, { method: 'POST', headers })
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  await pipeline(pieces(body), call)
  const [response] = await answered
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

function* pieces(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += 65_536) yield body.subarray(at, at + 65_536)
}
