import { expect, test } from 'vitest'
import { StoreUnavailable } from '../port.ts'
import { asS3Error } from './errors.ts'

test('without keys the error names the settings', () => {
  const error = Object.assign(new Error('Could not load credentials from any providers'), {
    name: 'CredentialsProviderError',
  })
  const said = asS3Error(error, 's3://documents/')
  expect(said).toBeInstanceOf(StoreUnavailable)
  expect(said.message).toContain('s3://documents/: set STORE_S3_ACCESS_KEY_ID and STORE_S3_SECRET_ACCESS_KEY')
})
