/** A coat rack with one bag and room for another: no children yet. */
export function EmptyHooks() {
  return (
    <svg viewBox="0 0 170 120" aria-hidden="true">
      <rect x="10" y="18" width="150" height="12" rx="6" fill="#b98558" />
      {[40, 85, 130].map((x) => (
        <path
          key={x}
          d={`M${x} 28v10a7 7 0 0 0 14 0`}
          stroke="#8a5a3b"
          strokeWidth="5"
          fill="none"
          strokeLinecap="round"
        />
      ))}
      <path d="M28 104V72a19 19 0 0 1 38 0v32z" fill="var(--paper-blue)" />
      <path d="M40 54q0-14 7-14t7 14" stroke="var(--paper-pine)" strokeWidth="4" fill="none" />
      <rect x="36" y="80" width="22" height="14" rx="4" fill="var(--paper-wall)" />
      <path
        d="M73 104V72a19 19 0 0 1 38 0v32z"
        fill="none"
        stroke="var(--line-strong)"
        strokeWidth="2.5"
        strokeDasharray="5 6"
      />
    </svg>
  )
}
