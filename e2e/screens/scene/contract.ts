import type { Browser } from '@playwright/test'

const clauses = [
  'The landlord lets the flat on the third floor of Seestrasse 14 in Zürich, with cellar and bicycle room.',
  'The tenancy begins on 1 February 2027 and runs for an indefinite time.',
  'The rent is CHF 2,140 a month, payable in advance on the first day of each month.',
  'Either party may give notice of three months to the end of March, June or September.',
  'The deposit of CHF 6,000 is kept in an account in the name of the tenant.',
]
const contract = `<style>body{font:15px/1.6 Georgia,serif;margin:70px}h1{font-size:26px}.s{margin-top:190px;display:flex;gap:60px}
.s p{flex:1;border-top:1px solid #333;padding-top:6px}</style><h1>Rental contract</h1><p>between Mara Lindt, Zürich
(landlord), and Luc Favre, Lausanne (tenant)</p><ol>${clauses.map((clause) => `<li>${clause}</li>`).join('')}</ol>
<div class=s><p>Landlord</p><p>Tenant</p></div>`

export async function makeContract(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage()
  await page.setContent(contract)
  const file = await page.pdf({ format: 'A4' })
  await page.close()
  return file
}
