/** SQL: a clock that was ahead wrote this moment of the past; a minute is left for clocks that are put right all the time. */
export const isAhead = (moment: string): string => `${moment} > now() + interval '1 minute'`;

/** SQL: a moment of the past is older than an interval. One that a clock wrote that was ahead is, too: it would hold things up until then. */
export const isOlder = (moment: string, interval: string): string => `(${moment} < now() - ${interval} or ${isAhead(moment)})`;
