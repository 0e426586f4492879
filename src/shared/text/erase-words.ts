/** What a person types to delete the data of all connections from the lock screen, which names none of them. */
export const eraseWords = 'delete everything'
