import { createScimToken } from '@countersign/contract/provisioning.ts'
import { call, type GuidePage, heading, shell, text } from './blocks.ts'
import { example, findBusiness } from './example.ts'

/** As a provider looks someone up; the tests run it. */
export const scimLookup = `curl -G "$COUNTERSIGN/scim/v2/Users" \\
  -H "Authorization: Bearer $SCIM_TOKEN" \\
  --data-urlencode 'filter=userName eq "mara@company.example"'`

export const scim: GuidePage = {
  path: '/docs/scim',
  title: 'Provision users (SCIM)',
  lead: 'Your identity provider adds the people of your business and deactivates those who leave, by SCIM 2.0 (RFC 7643, RFC 7644). Only emails at your verified domains can be provisioned.',
  blocks: [
    heading('Before you start'),
    text(
      'Set the address of this installation, sign in as an administrator ([Authentication](/docs/authentication)), and get the id of your business.',
    ),
    shell('COUNTERSIGN={origin}'),
    call(findBusiness),
    heading('1. Create a token'),
    text(
      'An administrator creates it under Company sign-in, or makes this call with an administrator’s token. It is shown once, and a business can have five.',
    ),
    call(
      example(
        createScimToken,
        { params: { id: '$BUSINESS' }, body: { name: 'Entra ID', days: 365 } },
        { keep: { SCIM_TOKEN: 'token' } },
      ),
    ),
    heading('2. Enter it at your provider'),
    text(
      'In Microsoft Entra ID, `{origin}/scim/v2` is the tenant URL and the token is the secret token. In Okta, it is the base URL, with HTTP header authentication. Map `userName` to the email.',
    ),
    text('This is how a provider looks someone up before adding them:'),
    shell(scimLookup),
    heading('Users'),
    text(
      'A new address becomes a member at once, if a seat is free. An address that has an account already is invited by email. `active` is true for members and while an invitation is open. `active: false` ends the membership and signs the person out everywhere, or revokes the invitation; their documents stay with their account. `active: true` brings back a person who was deactivated this way, and invites one who left otherwise. `DELETE` deactivates and forgets the user.',
    ),
    text(
      '`userName` follows the email of a member’s account and can’t be changed otherwise. Names are used when the account is created and are the person’s own afterwards. `timezone` (IANA) is the account’s time zone, unless the person has set another one; an unknown one is refused. Other attributes of the standard are passed over. A `PATCH` of an unknown attribute is refused; `POST` and `PUT` pass it over. Filters: `userName eq "…"` and `externalId eq "…"`.',
    ),
    heading('Groups'),
    text(
      'A group alone gives no rights. Under Company sign-in, an administrator chooses the role of its members: administrators or members. Invited people have that role once they join. The last administrator of a business stays one. Filters: `displayName eq "…"` and `externalId eq "…"`.',
    ),
    heading('Errors'),
    text(
      'Errors have the shape of RFC 7644, with `scimType`. 401: the token is missing, unknown, revoked or expired. 400: something in the call is wrong. 403: no seat is free, it would remove the last administrator, or the business has 500 groups. 404: there is no such user or group within reach. 409: the user or group exists. 412: it has changed since the version in `If-Match`. 429: too many calls, or invitations; `Retry-After` says when to continue.',
    ),
  ],
}
