import { describe, expect, it } from 'vitest'
import { exitDelay, exitOf, readExitRedirect } from './exit-redirect.ts'
import { hasExitParameters, hasLinkFlag } from './link-parameters.ts'

const read = (query: string) => readExitRedirect(new URLSearchParams(query))

describe('exit-redirect parameters', () => {
  it.each([
    'exitURL=https://a.example/&errorURL=https://b.example/&declineURL=https://c.example/&redirectTimeout=20&declineRedirect=true',
    'EXIT_URL=https://a.example/&Error_Url=https://b.example/&decline_URL=https://c.example/&REDIRECTTIMEOUT=20&DECLINE_REDIRECT',
    'exitUrl=https://a.example/&errorUrl=https://b.example/&declineUrl=https://c.example/&redirectTimeout=20&declineRedirect',
    'exiturl=https://a.example/&errorurl=https://b.example/&declineurl=https://c.example/&redirecttimeout=20&declineredirect',
    'exit_url=https://a.example/&error_url=https://b.example/&decline_url=https://c.example/&redirect_timeout=20&decline_redirect',
  ])('are read in %s', (query) => {
    expect(read(query)).toEqual({
      exitUrl: 'https://a.example/',
      errorUrl: 'https://b.example/',
      declineUrl: 'https://c.example/',
      timeout: 20,
      shouldDeclineRedirect: true,
    })
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/dashboard',
    'ftp://a.example',
    '',
    'https://',
    'https://bank.example@evil.example/',
    'https://bank.example:443@evil.example/',
  ])('lead nowhere by %j', (address) => {
    expect(read(new URLSearchParams({ exitUrl: address }).toString()).exitUrl).toBe('')
  })

  it('fall back to the exit', () => {
    const exits = read('exitUrl=https://a.example/&errorUrl=javascript:x')
    expect(exits).toMatchObject({ errorUrl: 'https://a.example/', declineUrl: 'https://a.example/' })
  })

  it.each([
    ['0', 0],
    ['5', 10],
    ['10', 10],
    ['30', 30],
    ['90', 90],
    ['600', 90],
    ['-3', 10],
    ['soon', 45],
    ['', 45],
    ['Infinity', 45],
  ])('wait: %j is %i seconds', (given, seconds) => {
    expect(read(`exitUrl=https://a.example&redirectTimeout=${given}`).timeout).toBe(seconds)
  })

  it('wait 45 seconds where nothing is said', () =>
    expect(read('exitUrl=https://a.example').timeout).toBe(45))

  it('lead away after declining only where the flag is there and an address too', () => {
    expect(exitOf(read('declineUrl=https://c.example/'), 'declined')).toBe('')
    expect(exitOf(read('declineredirect'), 'declined')).toBe('')
    for (const flag of ['declineredirect', 'declineRedirect=true', 'decline_redirect=false']) {
      expect(exitOf(read(`${flag}&declineUrl=https://c.example/`), 'declined')).toBe('https://c.example/')
    }
  })

  it('wait at least ten seconds where the link opened nothing', () => {
    const atOnce = read('exitURL=https://a.example/&redirectTimeout=0')
    expect(exitDelay(atOnce, true)).toBe(0)
    expect(exitDelay(atOnce, false)).toBe(10)
  })

  it.each([
    ['', false],
    ['hidedownload=true', true],
    ['hideDownload', true],
    ['hide_download=1', true],
    ['HIDEDOWNLOAD=false', true],
    ['hide=true', false],
  ])('“%s” hides the download: %s', (query, hides) => {
    expect(hasLinkFlag(new URLSearchParams(query), 'hidedownload')).toBe(hides)
  })

  it('lead each end to its own address', () => {
    const exits = read('exitUrl=https://a.example/&errorUrl=https://b.example/')
    expect(exitOf(exits, 'signed')).toBe('https://a.example/')
    expect(exitOf(exits, 'error')).toBe('https://b.example/')
  })

  it('are there or not', () => {
    expect(hasExitParameters(new URLSearchParams('page=2'))).toBe(false)
    expect(hasExitParameters(new URLSearchParams('declineredirect'))).toBe(true)
  })
})
