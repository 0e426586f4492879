import type { Profile } from '../model/connection.ts'

/** The name of a profile, as shown and as typed to delete it. */
export const profileName = ({ baseUrl }: Pick<Profile, 'baseUrl'>): string => baseUrl ?? 'Demo broker'
