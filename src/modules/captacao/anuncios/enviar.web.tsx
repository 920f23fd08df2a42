import { Text } from '@mantine/core';
import { DeedDialog } from '#kit/record/deed-dialog.web.tsx';
import type { DeedProps } from '#kit/registry/view.web.tsx';
import { envioDoAnuncio } from './anuncios.form.ts';

/** SCR-337, CALL-063. */
export const EnviarAnuncio = (props: DeedProps) => (
  <DeedDialog
    {...props}
    deed="email"
    form={envioDoAnuncio}
    title="Enviar anúncio por e-mail"
    ok="Enviar"
    done="Anúncio de vaga enviado com sucesso."
    isBlocked={props.record.noPortal !== 'A'}
    start={{ assunto: `Vaga: ${String(props.record.titulo)}`.slice(0, 150) }}
  >
    {props.record.noPortal === 'A' ? (
      <Text>Cada pessoa recebe um e-mail só para ela, com o começo do anúncio e o link da vaga.</Text>
    ) : (
      <Text>O anúncio não está no ar: quem recebesse o link não veria a vaga.</Text>
    )}
  </DeedDialog>
);
