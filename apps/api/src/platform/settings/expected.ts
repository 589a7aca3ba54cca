const port = 'a port: a whole number from 0 to 65535'
const count = 'a whole number from 1'
const patience = 'milliseconds: a whole number from 1 to 600000'
const yesOrNo = '1 or 0'
const text = 'a text'
const note = 'a text of up to 300 characters'
const address = 'an address with http:// or https://'
const secureAddress = 'an address with https://'
const share = 'a number from 0 to 1, such as 0.25'
const database =
  'an address such as postgres://user:password@host:5432/database; # ? / @ and % in a password are written %23 %3F %2F %40 %25'
const plain = 'letters, digits and signs, without spaces'
const file = 'the path of a file'
const files = 'paths of files, comma-joined'

/** What would be right, for an operator who set something else. Never the value that was set: it may be a secret. */
export const expected = {
  HOST: 'an address or a name of this machine, such as 0.0.0.0, ::1 or localhost, without a port',
  PORT: port,
  METRICS_PORT: port,
  METRICS_TOKEN: 'a text of at least 16 characters: openssl rand -base64 32',
  HEALTH_PORT: port,
  VERIFICATION_PORT: port,
  VERIFICATION_URL: 'an origin, without a path: https://verify.example',
  PUBLIC_URL: 'an origin, without a path: https://sign.example',
  COUNTERSIGN_DATA: 'the path of a folder',
  COUNTERSIGN_MASTER_KEY: '32 bytes in base64: openssl rand -base64 32',
  COUNTERSIGN_PREVIOUS_MASTER_KEYS: 'keys of 32 bytes in base64, comma-joined',
  DATABASE_URL: database,
  DATABASE_APPLICATION_URL: database,
  DATABASE_READ_URL: database,
  DATABASE_POOL: 'a whole number from 2',
  TIMESTAMP_AUTHORITIES:
    'addresses with http:// or https://, comma-joined, each with |/path/of/anchors.pem where its certificates are not commonly known; % in a password is written %25',
  SIGNATURE_KEY: 'P-256 or RSA-3072',
  DNS_SERVERS: 'addresses, comma-joined, each with a port or without: 192.0.2.53, [2001:db8::53]:5353',
  OUTGOING_ALLOWED_HOSTS:
    'hosts, comma-joined, each with a port, without one, or with :* for any: callbacks.internal:8443, 10.1.2.3; http:// in front allows requests without TLS',
  STATUS_PAGE_URL: address,
  TERMS_URL: address,
  FRONT_PAGE_PRICE: note,
  FRONT_PAGE_DATA_LOCATION: note,
  SMTP_URL:
    'an address such as smtps://user:password@host:465 or smtp://host:25; # ? / @ and % in a password are written %23 %3F %2F %40 %25',
  SMS_GATEWAY_URL: 'an address with https://; http:// only to this machine',
  SMS_GATEWAY_KEY: text,
  SMS_SENDER: 'a number such as +41790000000, or up to 11 letters and digits',
  MAIL_FROM: 'a sender with an address: Countersign <no-reply@sign.example>',
  GUIDANCE_SCRIPT_URL: secureAddress,
  ERROR_REPORTING_SCRIPT_URL: secureAddress,
  ERROR_REPORTING_DSN: secureAddress,
  ERROR_REPORTING_SESSION_SAMPLE_RATE: share,
  ERROR_REPORTING_TRACE_SAMPLE_RATE: share,
  REFERRAL_SCRIPT_URL: secureAddress,
  CELLO_PRODUCT_ID: text,
  CELLO_PRODUCT_SECRET: text,
  SURVEYS_URL: secureAddress,
  LIBREOFFICE: 'the full path of the program, such as /usr/bin/soffice, or off',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent, in lower case',
  LOG_FORMAT: 'json or text',
  SHUTDOWN_DELAY_MS: 'a whole number from 0 to 60000',
  COUNTERSIGN_COMMIT: 'a commit: 7 to 64 hexadecimal digits',
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf or http/json',
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf or http/json',
  OTEL_EXPORTER_OTLP_HEADERS: 'name=value, comma-joined',
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'name=value, comma-joined',
  OTEL_SERVICE_NAME: text,
  OTEL_RESOURCE_ATTRIBUTES: 'name=value, comma-joined',
  OTEL_TRACES_SAMPLER:
    'always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off or parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: share,
  OTEL_TRACES_EXPORTER: 'otlp or none',
  OTEL_SDK_DISABLED: 'true or false',
  IDENTITY_PROVIDERS: text,
  IDENTITY_PROVIDERS_FILE: file,
  IDENTIFICATION_PROVIDERS: text,
  IDENTIFICATION_PROVIDERS_FILE: file,
  TRUST_SERVICES: text,
  TRUST_SERVICES_FILE: file,
  TRUST_PROXY: 'how many proxies stand in front: a whole number from 0 to 10, not their addresses',
  TRUST_ANCHORS: files,
  TRUST_LISTS: files,
  TRUST_LIST_SIGNERS: files,
  TEST_SYSTEM: yesOrNo,
  COUNTERSIGN_ENDS_WITH_PARENT: yesOrNo,
  REQUESTS_PER_MINUTE: count,
  API_USER_REQUESTS_PER_MINUTE: count,
  EMAILS_PER_RECIPIENT: count,
  NEW_SENDER_EMAILS: count,
  SIGNING_PATIENCE_MS: patience,
  SATURATED_AFTER_MS: patience,
  STORE: 'folder, s3, or both while documents move: folder,s3 or s3,folder',
  STORE_S3_ENDPOINT: 'an origin, without a path: https://s3.example',
  STORE_S3_REGION: 'a region, such as eu-central-2',
  STORE_S3_BUCKET: 'the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens',
  STORE_S3_PREFIX: 'a path in the bucket, without a slash in front, such as countersign/',
  STORE_S3_PATH_STYLE: yesOrNo,
  STORE_S3_ACCESS_KEY_ID: text,
  STORE_S3_SECRET_ACCESS_KEY: text,
  STORE_S3_ENCRYPTION: 'AES256 or aws:kms',
  STORE_S3_KMS_KEY: text,
  STORE_S3_CHECKSUMS: yesOrNo,
  STORE_CACHE_MB: count,
  BACKUP_TARGET:
    'the full path of a folder outside COUNTERSIGN_DATA, or a bucket such as s3://backups/countersign',
  BACKUP_S3_ENDPOINT: 'an origin, without a path: https://s3.example',
  BACKUP_S3_REGION: 'a region, such as eu-central-2',
  BACKUP_S3_PATH_STYLE: yesOrNo,
  BACKUP_S3_ACCESS_KEY_ID: text,
  BACKUP_S3_SECRET_ACCESS_KEY: text,
  BACKUP_S3_ENCRYPTION: 'AES256 or aws:kms',
  BACKUP_S3_KMS_KEY: text,
  BACKUP_S3_CHECKSUMS: yesOrNo,
  BACKUP_SCHEDULE: 'five fields as cron has them, in UTC, of days that exist, such as 30 1 * * *; or off',
  BACKUP_KEEP: 'how many days, weeks and months keep a backup, such as 14d,8w,12m',
  BACKUP_PUBLIC_KEY: 'a public key of age: age1…, never the private key',
  STRIPE_SECRET_KEY: 'a key of Stripe for servers: sk_… or rk_…',
  STRIPE_PUBLISHABLE_KEY: 'a publishable key of Stripe: pk_…',
  STRIPE_WEBHOOK_SECRET: 'what the webhook endpoint at Stripe signs with: whsec_…',
  STRIPE_TAX: yesOrNo,
  STRIPE_API_URL: address,
  STRIPE_SCRIPT_URL: address,
  CHARGEBEE_SITE: 'the name of the site at Chargebee: example of example.chargebee.com',
  CHARGEBEE_API_KEY: plain,
  CHARGEBEE_WEBHOOK_USER: plain,
  CHARGEBEE_WEBHOOK_PASSWORD: plain,
  CHARGEBEE_API_URL: address,
  BILLING_PROVIDER: 'stripe or chargebee',
  FREE_PLAN: 'legacy or new',
  FREE_SIGNATURES: 'a whole number from 0 to 1000000',
  ENTERPRISE_FORM_URL: address,
  ENTERPRISE_CONTACT: 'an email address',
}

/** As people write one: `Number` takes a blank for 0, and 0x50 for a port. */
export const readNumber = (text: string): number =>
  /^\s*(\d+(\.\d*)?|\.\d+)\s*$/.test(text) ? Number(text) : Number.NaN
