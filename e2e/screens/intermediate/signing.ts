import { chooseSignature } from '../../support/approvals.ts'
import { someone } from '../scene/people.ts'
import { aGuestLink } from '../scene/requests.ts'
import { tenantFields } from '../scene/tenant-fields.ts'
import { button, type IntermediateScreen } from './intermediate-screen.ts'

export const signingScreens: readonly IntermediateScreen[] = [
  {
    name: 'sign-kept',
    title: 'Sign with a kept signature',
    path: '/view/:request',
    role: 'user',
    async show(page, { request }) {
      await page.goto(`/view/${request}`)
      await button(page, 'Review and sign').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'sign',
    title: 'Sign: the signature',
    path: '/view/:request/:link',
    role: 'visitor',
    async show(page, { request, link }) {
      await page.goto(`/view/${request}/${link}`)
      await button(page, 'Review and sign').click()
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    },
  },
  {
    name: 'sign-no-name',
    title: 'Sign: a guest whose name nobody has given',
    path: '/view/:request/:link',
    role: 'visitor',
    async show(page, scene, product) {
      const { email } = someone('Luc', 'Favre')
      const { path } = await aGuestLink(product, scene, { signer: { email } })
      await page.goto(path)
      await button(page, 'Review and sign').click()
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    },
  },
  {
    name: 'sign-draw',
    title: 'Sign: draw the signature',
    path: '/view/:request/:link',
    role: 'visitor',
    async show(page, { request, link }) {
      await page.goto(`/view/${request}/${link}`)
      await button(page, 'Review and sign').click()
      await page.getByRole('tab', { name: 'Draw' }).click()
      const pad = page.getByRole('img', { name: /^Drawing area/ })
      const box = await pad.boundingBox()
      if (!box) throw new Error('there is nowhere to draw')
      await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.6)
      await page.mouse.down()
      for (let step = 1; step <= 40; step += 1) {
        const x = box.x + box.width * (0.3 + step * 0.01)
        await page.mouse.move(x, box.y + box.height * (0.5 + Math.sin(step / 3) * 0.2))
      }
      await page.mouse.up()
    },
  },
  {
    name: 'sign-chosen',
    title: 'Sign: as it will be printed',
    path: '/view/:request/:link',
    role: 'visitor',
    async show(page, { request, link }) {
      await page.goto(`/view/${request}/${link}`)
      await chooseSignature(page)
      await page.getByRole('button', { name: 'Sign', exact: true }).waitFor()
    },
  },
  {
    name: 'sign-fields',
    title: 'Sign: fields to fill in',
    path: '/view/:request/:link',
    role: 'visitor',
    async show(page, scene, product) {
      const signer = { ...someone('Luc', 'Favre'), fields: tenantFields }
      const { path } = await aGuestLink(product, scene, { signer })
      await page.goto(path)
      await page.getByText('0 of 3 done').waitFor()
      await page.getByRole('button', { name: 'Next', exact: true }).click()
      await page.getByRole('textbox', { name: 'Place of birth' }).fill('Lausanne')
    },
  },
]
