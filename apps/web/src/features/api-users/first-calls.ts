/** Calls that a developer can paste into a shell as they are, once the key is put in. */
export function firstCalls({ origin, username = 'USERNAME', businessId }: FirstCallsOf) {
  const authorization = '-H "Authorization: Bearer $TOKEN"'
  return {
    signIn: `TOKEN=$(curl -fsS ${origin}/v2/access/login \\
  -d username=${username} --data-urlencode api-key=KEY)`,
    // By standard input: an argument takes 128 KB, and most documents are larger. Without quality it would be qualified.
    send: `curl -s ${origin}/v2/signature-requests ${authorization} \\
  -H 'content-type: application/json' -d @- <<JSON
{"title": "Contract", "quality": "SES",
 "content": "$(base64 < contract.pdf | tr -d '\\n')",
 "signatures": [{"account_email": "signer@example.com",
   "signer_identity_data": {"email_address": "signer@example.com"}}]}
JSON`,
    follow: `curl -s ${origin}/v2/signature-requests ${authorization}`,
    members: `curl -s ${origin}/v1/businesses/${businessId}/members \\
  ${authorization}`,
  }
}

interface FirstCallsOf {
  readonly origin: string
  readonly username?: string | undefined
  readonly businessId: string
}
