import java.math.BigDecimal;
import java.math.BigInteger;
import org.web3j.crypto.Credentials;
import org.web3j.protocol.Web3j;
import org.web3j.protocol.core.DefaultBlockParameterName;
import org.web3j.protocol.core.methods.response.TransactionReceipt;
import org.web3j.protocol.http.HttpService;
import org.web3j.tx.RawTransactionManager;
import org.web3j.tx.Transfer;
import org.web3j.tx.response.PollingTransactionReceiptProcessor;
import org.web3j.utils.Convert;

/** web3j: signs a transfer, sends it, and reads receipt, block and balance. */
public final class Example {
  /** The first account of every development network; its key is public. */
  private static final String DEVELOPMENT_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

  public static void main(String[] words) throws Exception {
    Web3j web3j = Web3j.build(new HttpService(System.getenv("QORD_URL")));
    long chainId = web3j.ethChainId().send().getChainId().longValueExact();
    check(chainId == 9800, "chain id " + chainId);
    String recipient = "0x" + "49".repeat(20);
    BigInteger before = balance(web3j, recipient);

    Credentials sender = Credentials.create(DEVELOPMENT_KEY);
    var processor = new PollingTransactionReceiptProcessor(web3j, 200, 300);
    var transfer = new Transfer(web3j, new RawTransactionManager(web3j, sender, chainId, processor));
    TransactionReceipt receipt = transfer.sendFunds(recipient, BigDecimal.ONE, Convert.Unit.ETHER).send();
    check(receipt.isStatusOK(), "the transfer failed");
    check(balance(web3j, recipient).subtract(before).equals(BigInteger.TEN.pow(18)), "balance");
    var block = web3j.ethGetBlockByHash(receipt.getBlockHash(), false).send().getBlock();
    check(block.getNumber().equals(receipt.getBlockNumber()), "block");
    web3j.shutdown();
    System.out.println("web3j ok");
  }

  private static BigInteger balance(Web3j web3j, String account) throws Exception {
    return web3j.ethGetBalance(account, DefaultBlockParameterName.LATEST).send().getBalance();
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) throw new AssertionError(otherwise);
  }
}
