import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { m } from '#shared/messages/messages.js'
import type { Profile } from '#shared/model/app/connection.ts'
import type { SecretProof } from '../lock/tries.ts'
import type { SignIn } from './sign-in.ts'

interface ProofOptions {
  readonly signIn: Pick<SignIn, 'access' | 'test'>
  readonly profiles: () => readonly Profile[]
  /** The open profile with its known accounts; `null` while no profile is open. */
  readonly open: () => { readonly profile: Profile; readonly accountIds: readonly string[] } | null
}

const cannotSay = (): string => m.errors_the_keychain_does_not_return_the_secret()

/**
 * Checks whether this is the secret of a connection. It is compared with the stored secret. If the keychain is locked or lost,
 * it is tested with the service of the open profile: it must open a session with the same accounts.
 */
export async function proveSecret(secret: string, { signIn, profiles, open }: ProofOptions): Promise<SecretProof> {
  const services = profiles().filter(({ kind }) => kind === 'service')
  const stored = await Promise.all(services.map((profile) => readStored(signIn, profile)))
  if (stored.some((known) => known !== null && isSame(known, secret))) return 'right'
  const opened = open()
  const isUnknown = services.some(({ id }, index) => id === opened?.profile.id && stored[index] === null)
  if (opened !== null && isUnknown) return askService(secret, signIn, opened.profile, opened.accountIds)
  return stored.includes(null) ? { message: `${cannotSay()}.` } : 'wrong'
}

async function askService(
  secret: string,
  signIn: ProofOptions['signIn'],
  { baseUrl }: Profile,
  accountIds: readonly string[],
): Promise<SecretProof> {
  // The secret of another customer also opens a session.
  if (accountIds.length === 0)
    return { message: m.errors_cannot_say_and_no_account_was_read({ cannotSay: cannotSay() }) }
  try {
    const { session } = await signIn.test(baseUrl ?? '', secret)
    return accountIds.every((id) => session.accountIds.includes(id)) ? 'right' : 'wrong'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'secret-refused' || error.code === 'invalid') return 'wrong'
    return { message: m.errors_secret_not_proven({ cannotSay: cannotSay() }) }
  }
}

/** The stored secret; `null` if the keychain cannot return it. */
async function readStored(signIn: ProofOptions['signIn'], profile: Profile): Promise<string | null> {
  try {
    return await signIn.access(profile).readSecret()
  } catch {
    return null
  }
}

const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
