/** A change of a list that can be undone. */
export interface ListChange {
  readonly listId: string
  /** The row that gets the focus after the change is undone. */
  readonly symbol: string
  /** What was done, as a sentence. */
  readonly text: string
  /** The announcement after it is undone. */
  readonly undoneText: string
  /** Returns whether the change is undone. */
  readonly revert: () => Promise<boolean>
}

/** The changes since the screen opened, latest last. Undo reverts them one by one. */
export class UndoHistory {
  #changes = $state.raw<readonly ListChange[]>([])
  #running: Promise<unknown> = Promise.resolve()

  /** The latest change of a list. */
  latest(listId: string | undefined): ListChange | undefined {
    return this.#changes.findLast((change) => change.listId === listId)
  }

  add(change: ListChange): void {
    this.#changes = [...this.#changes, change]
  }
  /** Call if a change that was added is not saved. */
  drop(change: ListChange): void {
    this.#changes = this.#changes.filter((other) => other !== change)
  }

  /** Reverts the latest change of a list after earlier calls are done, and returns it; `undefined` if nothing is undone. */
  undo(listId: string): Promise<ListChange | undefined> {
    const undone = this.#running.then(async () => {
      const change = this.latest(listId)
      if (change === undefined || !(await change.revert())) return undefined
      this.drop(change)
      return change
    })
    this.#running = undone
    return undone
  }
}
