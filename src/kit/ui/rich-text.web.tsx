import { Anchor, Typography } from '@mantine/core';
import { RichNodes } from './rich-nodes.web.tsx';

/** Formatted text to read. It is never put into the page as HTML. */
export const RichText = ({ html }: { html: string }) => (
  <Typography fz="sm">
    <RichNodes html={html} link={Anchor} />
  </Typography>
);
