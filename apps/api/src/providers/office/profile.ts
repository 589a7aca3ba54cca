/**
 * LibreOffice's settings for a conversion: no macro and no active content ever runs, nothing that a document refers to is
 * fetched, and what would go out all the same is led to a proxy that is not there.
 */
export const conversionSettings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
${[
  ...settings('org.openoffice.Office.Common/Security/Scripting', {
    MacroSecurityLevel: '3',
    DisableMacrosExecution: 'true',
    DisableActiveContent: 'true',
    BlockUntrustedRefererLinks: 'true',
  }),
  ...settings('org.openoffice.Office.Writer/Content/Update', { Link: '2' }),
  ...settings('org.openoffice.Inet/Settings', {
    ooInetProxyType: '2',
    ooInetHTTPProxyName: '127.0.0.1',
    ooInetHTTPProxyPort: '9',
    ooInetHTTPSProxyName: '127.0.0.1',
    ooInetHTTPSProxyPort: '9',
  }),
].join('\n')}
</oor:items>
`

function settings(path: string, values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).map(
    ([name, value]) =>
      `<item oor:path="/${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
}
