import { createRawSnippet, flushSync, mount, unmount } from 'svelte'
import { expect, test } from 'vitest'
import Sentence from '#renderer/ui/Sentence.svelte'

const children = createRawSnippet(() => ({ render: () => '<b>5</b>' }))

/** The content of a sentence around the element <b>5</b>. */
function contentOf(words: (mark: string) => string): string {
  const target = document.createElement('p')
  const component = mount(Sentence, { target, props: { words, children } })
  flushSync()
  const content = target.innerHTML.replace(/<!--.*?-->/g, '')
  void unmount(component)
  return content
}

test('the element is at the position of its mark in the sentence', () => {
  expect(contentOf((mark) => `${mark} executed`)).toBe('<b>5</b> executed')
  expect(contentOf((mark) => `исполнено ${mark}`)).toBe('исполнено <b>5</b>')
  expect(contentOf((mark) => `new: ${mark} executed.`)).toBe('new: <b>5</b> executed.')
})
