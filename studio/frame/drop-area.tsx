import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { openFiles } from '../state/open-file.ts'

/** Files can be dropped anywhere; while they are held over the page, it says so. */
export function DropArea() {
  const over = useSignal(false)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true
    const listen = (type: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void): void =>
      addEventListener(type, (event) => holdsFiles(event) && act(event), { signal })
    listen('dragover', (event) => {
      event.preventDefault()
      over.value = true
    })
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) over.value = false
    })
    listen('drop', (event) => {
      event.preventDefault()
      over.value = false
      void openFiles([...(event.dataTransfer?.files ?? [])])
    })
    return () => controller.abort()
  }, [])
  return over.value ? <div class="drop-over">Drop to open</div> : null
}
