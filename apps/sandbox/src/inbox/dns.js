const form = document.querySelector('#dns-form')
const count = document.querySelector('#dns-count')
const status = document.querySelector('#dns-status')
const list = document.querySelector('#dns-list')

async function refresh() {
  const { items } = await (await fetch('/api/dns')).json()
  count.textContent = items.length === 0 ? '' : `(${items.length})`
  list.replaceChildren(...items.map(recordItem))
}

function recordItem({ name, value }) {
  const item = document.createElement('li')
  const remove = document.createElement('button')
  remove.type = 'button'
  remove.className = 'quiet'
  remove.textContent = 'Remove'
  remove.setAttribute('aria-label', `Remove the record for ${name}`)
  remove.addEventListener('click', async () => {
    await fetch(`/api/dns?${new URLSearchParams({ name, value })}`, { method: 'DELETE' })
    status.textContent = 'Record removed.'
    await refresh()
  })
  item.append(`${name} TXT "${value}" `, remove)
  return item
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const body = JSON.stringify(Object.fromEntries(new FormData(form)))
  const headers = { 'content-type': 'application/json' }
  const response = await fetch('/api/dns', { method: 'POST', headers, body })
  status.textContent = response.ok ? 'Record set.' : (await response.json()).message
  if (response.ok) form.reset()
  await refresh()
})

document.querySelector('#dns').addEventListener('toggle', refresh)
await refresh()
