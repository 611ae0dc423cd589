/** An address that does not fit in its line goes on with its @: it breaks in the middle of a word only if it must. */
export function EmailText({ children }: { children: string }) {
  const at = children.lastIndexOf('@')
  if (at <= 0) return children
  return (
    <>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </>
  )
}
