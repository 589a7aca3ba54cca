import { getDatetime } from '../../packages/contract/src/accounts.ts'
import { addAttachment } from '../../packages/contract/src/observers-and-attachments.ts'
import { aDraft } from '../../apps/api/src/testing/signature-request.ts'
import { median, type Row, timed } from '../row.ts'
import { askWhile } from './upload.ts'

const rounds = 5

/** A file of 29 MB goes in as base64 in JSON, while another call asks again and again how long it has to wait. */
export const jsonUpload: Row = {
  name: 'json-upload',
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
      const [took, response] = await timed(() =>
        fetch(product.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: ben.as },
          body,
        }),
      )
      uploading = false
      longestWait = Math.max(longestWait, await others)
      if (response.status !== 201) throw new Error(await response.text())
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
