/** Inter comes with the program; the system's face stands in until it is here. */
export const FONT = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
