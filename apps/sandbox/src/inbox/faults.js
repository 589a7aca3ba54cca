const form = document.querySelector('#fault-form')
const party = document.querySelector('#party')
const kind = document.querySelector('#kind')
const count = document.querySelector('#fault-count')
const status = document.querySelector('#fault-status')
const list = document.querySelector('#fault-list')

const partyNames = {
  tsa: 'Timestamp authority 1',
  tsa2: 'Timestamp authority 2',
  smtp: 'Email server',
  sms: 'SMS gateway',
  dns: 'DNS server',
  status_page: 'Status page',
  single_sign_on: 'Company sign-in',
  srs: 'Identity verification: SRS',
  intrum: 'Identity verification: Intrum',
  'id-austria': 'ID Austria',
}
const kindNames = {
  timeout: 'Never responds',
  status_503: 'Responds with 503',
  server_failure: 'Reports a failure',
  refused: 'Drops the connection',
  bad_signature: 'Returns an invalid signature',
  wrong_imprint: 'Timestamps a different hash',
  reject_recipient: 'Rejects the recipient',
  temporary_failure: 'Asks to try again later',
  size_limit: 'Rejects emails above 10 MB',
  webhook_lost: 'Its webhooks get lost',
  unknown_status: 'Returns an unknown status',
  name_mismatch: 'Finds a different name',
  document_expired: 'Finds an expired document',
  level_too_low: 'Reaches too low a level',
}

let kindsOf = {}

async function refresh() {
  const { items, parties } = await (await fetch('/api/faults')).json()
  if (Object.keys(kindsOf).length === 0) {
    kindsOf = parties
    fill(party, Object.keys(parties), partyNames)
    fill(kind, parties[party.value], kindNames)
  }
  count.textContent = items.length === 0 ? '' : `(${items.length} set)`
  list.replaceChildren(...items.map(faultItem))
}

function faultItem(fault) {
  const item = document.createElement('li')
  const times =
    fault.times === -1 ? 'until cleared' : fault.times === 1 ? 'next call' : `next ${fault.times} calls`
  item.textContent = `${partyNames[fault.party] ?? fault.party}: ${kindNames[fault.kind] ?? fault.kind}, ${times}`
  return item
}

function fill(select, values, names) {
  select.replaceChildren(...values.map((value) => new Option(names[value] ?? value, value)))
}

party.addEventListener('change', () => fill(kind, kindsOf[party.value], kindNames))

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const fault = { party: party.value, kind: kind.value, times: Number(form.elements.times.value) }
  const headers = { 'content-type': 'application/json' }
  const response = await fetch('/api/faults', { method: 'POST', headers, body: JSON.stringify(fault) })
  status.textContent = response.ok ? 'Active.' : (await response.json()).message
  await refresh()
})

document.querySelector('#clear-faults').addEventListener('click', async () => {
  await fetch('/api/faults', { method: 'DELETE' })
  status.textContent = 'Cleared.'
  await refresh()
})

document.querySelector('#faults').addEventListener('toggle', refresh)
await refresh()
