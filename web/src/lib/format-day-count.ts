/** "1 day" or "9 days". */
export const formatDayCount = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`
