import { getDatetime } from '../../packages/contract/src/accounts.ts'
import { addDocument } from '../../packages/contract/src/signature-requests.ts'
import { aPdf } from '../../apps/api/src/testing/pdf.ts'
import { aDraft } from '../../apps/api/src/testing/signature-request.ts'
import { median, type Row, timed } from '../row.ts'

const rounds = 10

/** A PDF of 200 pages and some 3 MB goes in, while another call asks again and again how long it has to wait. */
export const upload: Row = {
  name: 'upload',
  run: async (start) => {
    const product = await start()
    const ben = await product.person({ firstName: 'Ben' })
    const times: number[] = []
    let longestWait = 0
    for (let round = 0; round < rounds; round += 1) {
      const draft = await aDraft(product, { owner: ben, documents: [] })
      const form = new FormData()
      const content = new Uint8Array(aPdf({ pages: 200, title: `${'Annex '.repeat(2500)}${round}` }))
      form.append('file', new File([content], 'Annex.pdf', { type: 'application/pdf' }))
      let uploading = true
      const others = askWhile(
        () => uploading,
        () => product.call(getDatetime, {}),
      )
      const [took] = await timed(() =>
        product.call(addDocument, { params: { id: draft.id }, body: form as never }, ben.as),
      )
      uploading = false
      longestWait = Math.max(longestWait, await others)
      times.push(took)
    }
    return [
      {
        what: 'upload of a 200-page PDF, median',
        measured: median(times),
        unit: 'ms',
        limit: 300,
        peer: '4.1–5.6 s',
      },
      {
        what: 'longest wait of another call meanwhile',
        measured: longestWait,
        unit: 'ms',
        limit: 50,
        peer: 'up to 5.3 s',
        detail: `${rounds} uploads`,
      },
    ]
  },
}

/** The longest time that a call takes while something else is under way. */
export async function askWhile(isOn: () => boolean, ask: () => Promise<unknown>): Promise<number> {
  let longest = 0
  while (isOn()) longest = Math.max(longest, (await timed(ask))[0])
  return longest
}
