/** What happened, as a code with its values. `errorText` turns it into text. */
export type ErrorReason =
  | {
      readonly is:
        | 'already-running' // another process works with this data
        | 'damaged'
        | 'no-such-page' // of transactions
        | 'no-sealing-driver' // the installed driver cannot open sealed data
    }
  | {
      readonly is:
        | 'file-damaged'
        | 'file-sealed' // its key is not here
        | 'file-in-use'
        | 'file-exists'
        | 'file-missing'
        | 'cannot-open'
        | 'cannot-save' // the file is not writable
        | 'cannot-save-on-full-disk'
        | 'cannot-replace' // the disk is full or read-only
        | 'cannot-write-to-folder'
        | 'disk-full'
        | 'disk-error' // of the disk that holds the file
        | 'folder-disk-error' // of the disk that holds the folder
        | 'file-not-complete' // the disk did not take all of it
        | 'copy-lacks-rows'
        | 'version-unreadable'
        | 'snapshot-needs-writable-folder'
        | 'older-version' // a reader does not update a file
        | 'newer-version-for-reading'
      readonly path: string
    }
  | { readonly is: 'newer-version'; readonly path: string; readonly version: number; readonly known: number }
  | { readonly is: 'not-a-file'; readonly path: string; readonly found: 'folder' | 'device' }
  | {
      readonly is: 'column'
      readonly column: string
      readonly lacks: 'text' | 'integer' | 'decimal' | 'document'
    }
  /** A stored value that Tidemark never writes. */
  | {
      readonly is: 'stored-value'
      readonly found: 'amount' | 'event-kind' | 'kind' | 'kind-rule' | 'series' | 'sum'
    }
