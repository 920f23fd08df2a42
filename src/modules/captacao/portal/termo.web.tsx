import { useState } from 'react';
import { api } from '#kit/client/client.web.ts';
import { RichNodes } from '#kit/ui/rich-nodes.web.tsx';
import type { PortalCompany } from '#platform/externo/portal-start.ts';
import { sentenceOf, usePortal } from '#platform/externo/portal-state.web.tsx';
import { Button, Check, Notice, Window } from '#platform/externo/portal-ui.web.tsx';

export const TITULO_DO_TERMO = 'Termo de Privacidade e Política de Segurança';
export const LI_E_ACEITO = `Li e aceito o ${TITULO_DO_TERMO}`;

/** The company's notice. */
export const TextoDoTermo = ({ termo }: Pick<PortalCompany, 'termo'>) => (
  <div className="p-rich">
    <RichNodes html={termo.texto} />
  </div>
);

/** SCR-333: the notice as it stands today has to be accepted before anything else. */
export function TermoPendente({ contaId, onAceito }: { contaId: number; onAceito: () => void }) {
  const { empresa } = usePortal();
  const [li, setLi] = useState(false);
  const [recusa, setRecusa] = useState('');
  if (!empresa) return null;
  const aceita = async () => {
    try {
      await api.patch(`/api/externo/candidatos/${contaId}/aceita-termo`, { versao: empresa.termo.versao }, { silent: true });
      onAceito();
    } catch (error) {
      setRecusa(sentenceOf(error));
    }
  };
  return (
    <Window title={TITULO_DO_TERMO} locked onClose={() => undefined}>
      <TextoDoTermo termo={empresa.termo} />
      {recusa && <Notice bad>{recusa}</Notice>}
      <Check label={LI_E_ACEITO} checked={li} onCheck={setLi} />
      <div className="p-actions">
        <Button disabled={!li} onClick={() => void aceita()}>
          Continuar
        </Button>
      </div>
    </Window>
  );
}
